package io.broadsheet.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.broadsheet.common.cases.Case;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole, end to end, through real processes. */
class UpOnceIT {
  private static final List<String> ONE_EDITION =
      List.of(
          "telegram @broadsheet_en",
          "telegram @broadsheet_ru",
          "telegraph broadsheet",
          "telegraph broadsheet",
          "vk -4242");

  /** One for all runs of a test: chosen anew, it could be another day's. */
  private static final String ZONE = zoneWhereItIsNoon();

  @TempDir Path folder;

  @Test
  @Case("G9")
  void postsTodaysEditionOnceHoweverOftenItIsRun() throws Exception {
    Path data = folder.resolve("data");
    Ports ports = UpRun.freePorts();

    UpRun first = UpRun.start(data, ports, "--once", "--zone", ZONE);
    assertEquals(0, first.exitCode(), first::output);
    assertEquals(ONE_EDITION, effects(data));
    for (String target :
        List.of("telegraph-ru", "telegram-ru", "vk-ru", "telegraph-en", "telegram-en")) {
      assertTrue(
          first.output().lines().anyMatch(line -> line.matches(target + " +posted +20.*http.*")),
          first::output);
    }

    UpRun second = UpRun.start(data, ports, "--once", "--zone", ZONE);
    assertEquals(0, second.exitCode(), second::output);
    assertEquals(ONE_EDITION, effects(data));
  }

  @Test
  @Case("D12")
  void finishesTheSameEditionAfterKillOfEverything() throws Exception {
    Path data = folder.resolve("data");
    Ports ports = UpRun.freePorts();
    UpRun killed = UpRun.start(data, ports, "--zone", ZONE);
    killed.awaitOutput("ready at " + ports.sandboxUrl());
    // The message appears in the channel, but nobody lives to read the answer.
    answerSlowly(ports);
    Awaitility.await()
        .atMost(Duration.ofMinutes(4))
        .pollInterval(Duration.ofMillis(100))
        .until(() -> effects(data).stream().anyMatch(effect -> effect.startsWith("telegram")));
    killed.killEverything();

    UpRun next = UpRun.start(data, ports, "--once", "--zone", ZONE);
    assertEquals(0, next.exitCode(), next::output);
    assertEquals(ONE_EDITION, effects(data));
  }

  private static void answerSlowly(Ports ports) throws Exception {
    HttpRequest rule =
        HttpRequest.newBuilder(URI.create(ports.sandboxUrl() + "/sandbox/faults"))
            .timeout(Duration.ofSeconds(10))
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    """
                    [{"api":"telegram","method":"sendMessage","times":2,"fault":"slow","delayMs":60000}]
                    """))
            .build();
    int status =
        HttpClient.newHttpClient().send(rule, HttpResponse.BodyHandlers.discarding()).statusCode();
    assertTrue(status < 300, "the sandbox answers " + status);
  }

  /** Where the day does not change while the test runs. */
  private static String zoneWhereItIsNoon() {
    int hour = ZonedDateTime.now(ZoneOffset.UTC).getHour();
    // In Etc zones a minus is east; they reach from 12 west to 14 east.
    int west = hour - 12;
    return ZoneId.of(west == 0 ? "Etc/UTC" : "Etc/GMT" + (west > 0 ? "+" : "") + west).getId();
  }

  /** What the sandbox did for everyone to see, as API and destination, sorted. */
  private static List<String> effects(Path data) throws IOException {
    List<String> effects = new ArrayList<>();
    Path journal = data.resolve("sandbox/journal.jsonl");
    if (Files.exists(journal)) {
      ObjectMapper json = new ObjectMapper();
      for (String line : Files.readAllLines(journal)) {
        JsonNode effect = json.readTree(line);
        effects.add(effect.get("api").asText() + " " + effect.get("destination").asText());
      }
    }
    effects.sort(null);
    return effects;
  }
}
