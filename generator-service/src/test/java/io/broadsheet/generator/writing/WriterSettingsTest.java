package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.generator.testing.TestConfig;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriterSettingsTest {

  private static final String PREFIX = "broadsheet.writers.a";
  private static final Prompt PROMPT = new Prompt(Task.TOPIC, "brief", Map.of(), "материал");

  @Test
  void sendsWhatIsConfiguredAndNothingElse() {
    WriterSettings settings =
        read(
            "max-tokens-parameter", "max_completion_tokens",
            "max-tokens", "900",
            "temperature", "none",
            "reasoning-effort", "low",
            "extra-body", "{\"top_p\":0.9,\"thinking\":{\"type\":\"disabled\"}}");

    assertThat(new String(settings.parameters().request("m", PROMPT), StandardCharsets.UTF_8))
        .startsWith("{\"model\":\"m\",\"messages\":[{\"role\":\"system\",")
        .endsWith(
            "],\"max_completion_tokens\":900,\"reasoning_effort\":\"low\",\"top_p\":0.9,"
                + "\"thinking\":{\"type\":\"disabled\"}}");
  }

  @Test
  void sendsMaxTokensAndTemperatureByDefault() {
    assertThat(read().parameters().body()).hasToString("{\"temperature\":0.7,\"max_tokens\":4096}");
  }

  @Test
  void neverPrintsASecret() {
    WriterSettings settings = read("extra-headers.X-Other-Key", "header-secret");

    assertThat(settings.access().headers()).containsEntry("X-Other-Key", "header-secret");
    assertThat(settings.toString() + settings.access()).doesNotContain("secret");
  }

  @Test
  void worstIsNeverBelowWhatAnAnswerOfFullLengthCosts() {
    Terms terms = read("price-input", "2", "price-output", "8").terms();

    // A token for each byte of prompt and parameters, 256 for the envelope, 4096 of answer.
    int bytes =
        (PROMPT.system() + PROMPT.user() + terms.parameters())
            .getBytes(StandardCharsets.UTF_8)
            .length;
    assertThat(terms.worst(PROMPT))
        .isEqualByComparingTo(BigDecimal.valueOf((256 + bytes) * 2L + 4096 * 8L).movePointLeft(6));
    assertThat(terms.cost(new Answer("x", "stop", 1_000_000, 500_000, 1)))
        .hasValueSatisfying(cost -> assertThat(cost).isEqualByComparingTo("6"));
  }

  @ParameterizedTest
  @CsvSource(
      value = {"x, NULL, 5", "x, 5, NULL", "x, 0, 0", "x, 5, 0", "x, 0, 5", "'', 0, 0"},
      nullValues = "NULL")
  void whatAProviderDoesNotCountIsNotFree(String text, Integer prompt, Integer completion) {
    Terms terms = read("price-input", "2", "price-output", "8").terms();

    assertThat(terms.cost(new Answer(text, "stop", prompt, completion, 1))).isEmpty();
    assertThat(terms.cost(new Answer("", "stop", 1_000_000, 0, 1)))
        .as("an empty answer")
        .hasValueSatisfying(cost -> assertThat(cost).isEqualByComparingTo("2"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reasoning-effort | low | 32768",
        "reasoning-effort | none | 0",
        "extra-body | {\"thinking\":{\"type\":\"enabled\"}} | 32768",
        "extra-body | {\"top_p\":0.9} | 0",
        "reasoning-tokens | 500 | 500",
      })
  void theReserveHoldsWhatAModelMayThinkBeyondItsAnswer(String name, String value, int thought) {
    WriterSettings settings = read("max-tokens", "1000", name, value);

    assertThat(settings.terms().maxTokens()).isEqualTo(1000 + thought);
  }

  @Test
  void maxCompletionTokensBoundThoughtsToo() {
    WriterSettings settings =
        read("reasoning-effort", "high", "max-tokens-parameter", "max_completion_tokens");

    assertThat(settings.terms().maxTokens()).isEqualTo(4096);
  }

  @Test
  void aProvidersOwnWordsForAWholeAnswerCanBeNamed() {
    FinishReasons reasons = read("finish-reasons", "done, none").finishReasons();

    assertThat(reasons.told("Done", 5)).isEqualTo("stop");
    assertThat(reasons.told("end_turn", 5)).isEqualTo("stop");
    assertThat(reasons.told("length", 5)).isEqualTo("length");
    assertThat(reasons.told(null, 5)).isEqualTo("stop");
    assertThat(reasons.told(null, 4096)).as("as long as an answer may be").isNull();
  }

  @Test
  void aCapNeedsPrices() {
    Map<String, String> properties = properties();
    properties.put("broadsheet.budget.daily", "2.50");

    assertThatThrownBy(() -> WriterSettings.read(TestConfig.of(properties), PREFIX, "a"))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(PREFIX + ".price-input is missing");

    properties.put("broadsheet.budget.daily", "0");
    assertThat(WriterSettings.read(TestConfig.of(properties), PREFIX, "a").price().input())
        .isEqualByComparingTo("0");
  }

  @Test
  void aWriterWithoutKeyNeedsNone() {
    Map<String, String> properties = properties();
    properties.remove(PREFIX + ".api-key");
    properties.put(PREFIX + ".auth-scheme", "none");

    assertThat(WriterSettings.read(TestConfig.of(properties), PREFIX, "a").access().apiKey())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max-tokens-parameter | max_new_tokens",
        "max-tokens | 0",
        "max-tokens | 1000001",
        "reasoning-tokens | -1",
        "reasoning-tokens | 1000001",
        "finish-reasons | length",
        "finish-reasons | stop, content_filter",
        "finish-reasons | the end",
        "temperature | warm",
        "temperature | 2.1",
        "reasoning-effort | Very High",
        "extra-body | [1]",
        "extra-body | {",
        "extra-body | {\"model\":\"x\"}",
        "extra-body | {\"max_tokens\":9}",
        "extra-body | {\"n\":3}",
        "auth-scheme | basic",
        "auth-url | nowhere",
        "scope | GIGACHAT_API_PERS",
        "trust-store | /no/such/file.pem",
        "price-input | -1",
        "price-output | dear",
        "base-url | https://user:secret@llm.example/v1",
        "max-token | 100",
        "extra-headers.Bad Name | x",
        "extra-headers.Content-Length | 5",
      })
  void namesTheKeyAtFault(String name, String value) {
    assertThatThrownBy(() -> read(name, value))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(PREFIX + "." + name + " ");
  }

  private static WriterSettings read(String... more) {
    Map<String, String> properties = properties();
    for (int i = 0; i < more.length; i += 2) {
      properties.put(PREFIX + "." + more[i], more[i + 1]);
    }
    return WriterSettings.read(TestConfig.of(properties), PREFIX, "a");
  }

  private static Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>();
    properties.put(PREFIX + ".base-url", "https://llm.example/v1/");
    properties.put(PREFIX + ".api-key", "key-secret");
    properties.put(PREFIX + ".model", "m");
    return properties;
  }
}
