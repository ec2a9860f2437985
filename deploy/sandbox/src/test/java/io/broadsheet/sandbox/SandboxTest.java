package io.broadsheet.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxTest {
  @TempDir Path data;
  private Sandbox sandbox;
  private SandboxClient client;

  @BeforeEach
  void start() {
    sandbox = Sandbox.start(SandboxOptions.onFreePort(data));
    client = new SandboxClient(sandbox);
  }

  @AfterEach
  void stop() {
    sandbox.close();
  }

  private void restart() {
    sandbox.close();
    start();
  }

  private JsonNode post(String guid) throws IOException {
    return SandboxClient.tree(
        client.form(
            "/vk/method/wall.post",
            "owner_id",
            "-7",
            "message",
            "Привет",
            "guid",
            guid,
            "v",
            "5.199",
            "access_token",
            "key"));
  }

  private JsonNode createPage(String title) throws IOException {
    return SandboxClient.tree(
        client.form(
            "/telegraph/createPage",
            "access_token",
            "paper:1",
            "title",
            title,
            "content",
            "[\"текст\"]",
            "author_url",
            "https://site.example/p/1"));
  }

  @Test
  void keepsEffectsInOrderWithTheirDestinations() throws IOException {
    client.message("<b>Привет</b>");
    createPage("Тихая жизнь");
    post("a");
    JsonNode journal = client.journal();
    assertEquals(3, journal.size());
    assertEquals("@paper", journal.at("/0/destination").asText());
    assertEquals("Привет", journal.at("/0/text").asText());
    assertEquals("paper", journal.at("/1/destination").asText());
    assertEquals("Тихая жизнь", journal.at("/1/text").asText());
    assertEquals("-7", journal.at("/2/destination").asText());
    assertEquals(3, journal.at("/2/seq").asInt());
    assertTrue(journal.at("/2/effect").asBoolean());
  }

  @Test
  void effectsIdsPagesAndGuidsSurviveARestart() throws IOException {
    client.message("раз");
    createPage("Тихая жизнь");
    JsonNode first = post("a");
    JsonNode before = client.journal();

    restart();

    assertEquals(before, client.journal());
    assertEquals(first, post("a"));
    assertEquals(3, SandboxClient.tree(client.message("два")).at("/result/message_id").asInt());
    assertTrue(createPage("Тихая жизнь").at("/result/path").asText().endsWith("-2"));
    String page = client.get("/t.me/s/paper").body();
    assertTrue(page.contains("раз") && page.contains("data-post=\"paper/3\""), page);
  }

  @Test
  void dropsALineThatWasCutOff() throws IOException {
    client.message("раз");
    sandbox.close();
    Path file = data.resolve("journal.jsonl");
    Files.writeString(file, "{\"seq\":2,\"at\":\"20", StandardOpenOption.APPEND);
    start();
    assertEquals(1, client.journal().size());
    client.message("два");
    restart();
    assertEquals(2, client.journal().size());
  }

  @Test
  void saysWhichLineOfTheJournalIsBroken() throws IOException {
    client.message("раз");
    sandbox.close();
    Path file = data.resolve("journal.jsonl");
    Files.writeString(file, "nonsense\n" + Files.readString(file));
    SandboxStartException e = assertThrows(SandboxStartException.class, this::start);
    assertTrue(e.getMessage().contains("line 1 of"), e.getMessage());
    Files.delete(file);
    start();
  }

  @Test
  void refusesADataFolderInUse() {
    SandboxStartException e =
        assertThrows(
            SandboxStartException.class, () -> Sandbox.start(SandboxOptions.onFreePort(data)));
    assertTrue(e.getMessage().contains("another sandbox uses"), e.getMessage());
  }

  /** Two JVMs: a lock that a JVM loses by itself would still be held against itself. */
  @Test
  void refusesADataFolderThatAnotherProcessUses() throws IOException, InterruptedException {
    Process second =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SandboxCommand.class.getName(),
                "--port",
                "0",
                "--data",
                data.toString())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader output = second.inputReader()) {
      assertEquals(
          "sandbox: cannot use the data folder " + data + ": another sandbox uses it",
          output.readLine());
      assertTrue(second.waitFor(30, TimeUnit.SECONDS));
      assertEquals(1, second.exitValue());
    } finally {
      second.destroyForcibly();
    }
  }

  @Test
  void refusesATakenPort(@TempDir Path other) {
    SandboxStartException e =
        assertThrows(
            SandboxStartException.class,
            () -> Sandbox.start(SandboxOptions.onFreePort(other).withPort(sandbox.port())));
    assertTrue(e.getMessage().contains(":" + sandbox.port()), e.getMessage());
  }

  @Test
  void resetForgetsEverything() throws IOException {
    client.message("раз");
    client.fault("[{\"api\":\"vk\",\"fault\":\"error\"}]");
    client.json("/sandbox/reset", "");
    assertEquals(0, client.journal().size());
    assertEquals(0, client.requests().size());
    assertEquals("[]", client.get("/sandbox/faults").body());
    assertEquals(2, SandboxClient.tree(client.message("раз")).at("/result/message_id").asInt());
    restart();
    assertEquals(1, client.journal().size());
  }

  @Test
  void requestsShowOutcomesAndNoSecret() throws IOException {
    client.message("<p>");
    client.ask("anna", "Task: section", "Topic: Море");
    String all = client.requests().toString();
    assertTrue(all.contains("can't parse entities"), all);
    assertTrue(all.contains("\"method\":\"anna\",\"task\":\"section\""), all);
    assertTrue(!all.contains("FakeToken"), all);
    assertEquals(0, client.journal().size());
  }

  @Test
  void leadsFromAMessageToItsChannelsPage() throws IOException {
    client.message("раз");

    HttpResponse<String> answer = client.get("/t.me/paper/1");

    assertEquals(302, answer.statusCode());
    assertEquals("/t.me/s/paper", answer.headers().firstValue("Location").orElse(""));
  }
}
