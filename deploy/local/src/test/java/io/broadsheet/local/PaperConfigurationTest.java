package io.broadsheet.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.broadsheet.common.target.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperConfigurationTest {
  @TempDir Path folder;

  @Test
  void ofTheSandboxHasFiveTargetsAndFiveWritersAllThere() {
    PaperConfiguration paper =
        PaperConfiguration.sandbox("http://127.0.0.1:1234", ZoneId.of("Asia/Tokyo"));
    assertEquals(
        List.of("telegram-en", "telegram-ru", "telegraph-en", "telegraph-ru", "vk-ru"),
        paper.targets().all().stream().map(Target::name).toList());
    assertEquals(ZoneId.of("Asia/Tokyo"), paper.zone());
    Map<String, String> urls = new java.util.HashMap<>(paper.properties());
    urls.keySet().removeIf(key -> !key.endsWith("-url") || key.equals("broadsheet.site.base-url"));
    // Five writers, the translator, five targets, two Telegram probes.
    assertEquals(13, urls.size());
    urls.values().forEach(url -> assertTrue(url.startsWith("http://127.0.0.1:1234/"), url));
  }

  @Test
  void ofTheUserNamesEveryMissingKeyAtOnce() throws IOException {
    String message =
        refusal(
            """
            broadsheet.writers.alpha.base-url = https://api.example.org/v1
            broadsheet.writers.alpha.api-key = ${NOBODY_SET_THIS}
            broadsheet.writers.alpha.model = alpha
            broadsheet.translator.base-url = https://api.example.org/v1
            broadsheet.translator.api-key = ${SET}
            broadsheet.targets.telegram-ru.channel = telegram
            broadsheet.targets.telegram-ru.language = ru
            broadsheet.targets.telegram-ru.chat-id = @channel
            """);
    assertTrue(
        message.endsWith(
            """
            missing or empty:
              broadsheet.writers.alpha.api-key
              broadsheet.translator.model
              broadsheet.targets.telegram-ru.token"""),
        message);
  }

  @Test
  void ofTheUserIsCheckedAsTheServicesDo() throws IOException {
    String message =
        refusal(
            """
            broadsheet.writers.alpha.base-url = https://api.example.org/v1
            broadsheet.writers.alpha.api-key = key
            broadsheet.writers.alpha.model = alpha
            broadsheet.translator.base-url = https://api.example.org/v1
            broadsheet.translator.api-key = key
            broadsheet.translator.model = alpha
            broadsheet.targets.pager.channel = pager
            broadsheet.targets.pager.language = ru
            """);
    assertTrue(message.contains("broadsheet.targets.pager.channel is \"pager\""), message);
  }

  @Test
  void exampleNamesItsOwnBlanksAndNothingElse() throws IOException {
    Path example = Path.of("live.properties.example");
    String message =
        assertThrows(
                UpFailed.class,
                () ->
                    PaperConfiguration.live(
                        example,
                        Map.of(
                            "OPENAI_API_KEY",
                            "k",
                            "DEEPSEEK_API_KEY",
                            "k",
                            "OPENROUTER_API_KEY",
                            "k")))
            .getMessage();
    long blanks =
        Files.readAllLines(example).stream()
            .filter(line -> line.endsWith(" =") && !line.contains("service-token"))
            .count();
    assertEquals(blanks, message.lines().filter(line -> line.startsWith("  ")).count(), message);
  }

  @Test
  void missingFileIsSaidWithWhatToDo() {
    Path missing = folder.resolve("none");
    String message =
        assertThrows(UpFailed.class, () -> PaperConfiguration.live(missing, Map.of())).getMessage();
    assertTrue(message.contains("live.properties.example"), message);
    assertFalse(Files.exists(missing));
  }

  private String refusal(String content) throws IOException {
    Path file = Files.writeString(folder.resolve("paper.properties"), content);
    return assertThrows(UpFailed.class, () -> PaperConfiguration.live(file, Map.of("SET", "value")))
        .getMessage();
  }
}
