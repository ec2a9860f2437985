package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.generator.testing.NewsroomStack;
import io.broadsheet.generator.testing.TestConfig;
import io.broadsheet.sandbox.Sandbox;
import io.broadsheet.sandbox.SandboxOptions;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every provider's configuration in the documentation is good, and asks as its provider wants. */
@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class DocumentedWritersIT {

  private static final Pattern BLOCK = Pattern.compile("(?s)```properties\n(.*?)```");
  private static final Pattern NAME = Pattern.compile("broadsheet\\.writers\\.([a-z0-9-]+)\\..*");

  @TempDir Path data;

  @Test
  void everyExampleIsGoodAndAnswered() throws IOException {
    Map<String, Map<String, String>> writers = documented();
    assertThat(writers.keySet())
        .containsAll(
            List.of(
                "openai",
                "gemini",
                "anthropic",
                "deepseek",
                "mistral",
                "groq",
                "xai",
                "openrouter",
                "ollama",
                "gigachat",
                "yandexgpt"));
    try (Sandbox sandbox = Sandbox.start(SandboxOptions.onFreePort(data))) {
      writers.forEach(
          (name, properties) -> {
            String prefix = "broadsheet.writers." + name;
            // The example as it stands is good.
            WriterSettings.read(TestConfig.of(offline(properties, prefix)), prefix, name);
            Map<String, String> here = offline(properties, prefix);
            here.put(prefix + ".base-url", sandbox.url() + "/llm/" + name + "/v1");
            here.computeIfPresent(
                prefix + ".auth-url", (key, url) -> sandbox.url() + "/llm/gigachat/api/v2/oauth");
            Writer writer = new ChatWriter(WriterSettings.read(TestConfig.of(here), prefix, name));
            Prompt prompt = new Prompt(Task.TOPIC, "Propose.", Map.of("Language", "ru"), "");
            assertThat(writer.ask(prompt, Duration.ofSeconds(10)).text()).as(name).isNotBlank();
          });
    }
  }

  private static Map<String, String> offline(Map<String, String> properties, String prefix) {
    Map<String, String> copy = new HashMap<>(properties);
    // A file of the user's machine, and secrets of its environment.
    copy.remove(prefix + ".trust-store");
    copy.replaceAll((key, value) -> value.replaceAll("\\$\\{[A-Z_]+}", "secret-of-the-user"));
    return copy;
  }

  private static Map<String, Map<String, String>> documented() throws IOException {
    Map<String, Map<String, String>> writers = new HashMap<>();
    var blocks = BLOCK.matcher(Files.readString(Path.of("../docs/writing.md")));
    while (blocks.find()) {
      Properties block = new Properties();
      block.load(new StringReader(blocks.group(1)));
      for (String key : block.stringPropertyNames()) {
        var name = NAME.matcher(key);
        if (name.matches()) {
          writers
              .computeIfAbsent(name.group(1), writer -> new HashMap<>())
              .put(key, block.getProperty(key));
        }
      }
    }
    return writers;
  }
}
