package io.broadsheet.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.sandbox.llm.Misbehaviour;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MisbehaviourTest {
  private static final String SOURCE =
      "Title: Море\nSummary: О море.\nTags: море\n\nВ 1987 году [здесь](https://a.example/1) было"
          + " море.\n\nОно ушло.";

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

  private void misbehave(String behaviour, String more) throws IOException {
    client.fault(
        "[{\"api\":\"llm\",\"fault\":\"misbehave\",\"behaviour\":\"%s\"%s}]"
            .formatted(behaviour, more));
  }

  private HttpResponse<String> translate() throws IOException {
    return client.json(
        "/llm/translator/v1/chat/completions",
        "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"Task: translate\"},"
            + "{\"role\":\"user\",\"content\":\"---\\n"
            + SOURCE.replace("\n", "\\n")
            + "\"}]}");
  }

  private JsonNode choice() throws IOException {
    return SandboxClient.tree(translate()).at("/choices/0");
  }

  private String text() throws IOException {
    return choice().at("/message/content").asText();
  }

  @ParameterizedTest
  @CsvSource({
    "quota, 429, insufficient_quota",
    "no-credits, 402, insufficient_credits",
    "rate, 429, rate_limit_exceeded",
    "overloaded, 503, overloaded",
    "content-filter, 400, content_filter",
    "context-length, 400, context_length_exceeded",
    "unauthorised, 401, invalid_api_key",
    "forbidden, 403, unsupported_country_region_territory",
    "model-not-found, 404, model_not_found",
    "error-in-200, 200, 502",
  })
  void errorsHaveTheirStatusAndCode(String behaviour, int status, String code) throws IOException {
    misbehave(behaviour, ",\"retryAfter\":20");
    HttpResponse<String> answer = translate();
    assertEquals(status, answer.statusCode());
    assertEquals(code, SandboxClient.tree(answer).at("/error/code").asText());
    assertEquals(
        behaviour.equals("rate") ? "20" : "none",
        answer.headers().firstValue("Retry-After").orElse("none"));
  }

  @Test
  void aWebPageComesInsteadOfJson() throws IOException {
    misbehave("html", "");
    HttpResponse<String> answer = translate();
    assertEquals(200, answer.statusCode());
    assertTrue(answer.body().startsWith("<!DOCTYPE html>"));
  }

  @Test
  void textsAreSpoiltEachInItsWay() throws IOException {
    String good = text();
    assertTrue(good.contains("[") && good.contains("1987"), good);
    for (Misbehaviour how : Misbehaviour.values()) {
      misbehave(how.text(), ",\"times\":1");
    }
    List<String> spoilt = new ArrayList<>();
    for (Misbehaviour how : Misbehaviour.values()) {
      HttpResponse<String> answer = translate();
      if (how == Misbehaviour.HTML) {
        continue;
      }
      JsonNode message = SandboxClient.tree(answer).at("/choices/0/message");
      if (!message.isMissingNode()) {
        assertNotEquals(good, message.path("content").asText(""), how.text());
        spoilt.add(how.text());
      }
    }
    assertEquals(19, spoilt.size(), spoilt.toString());
    assertEquals(good, text());
  }

  @Test
  void emptyTextsDifferInWhatElseIsSaid() throws IOException {
    misbehave("empty", ",\"times\":1");
    misbehave("thought-out", ",\"times\":1");
    misbehave("only-reasoning", ",\"times\":1");
    misbehave("refusal-field", ",\"times\":1");
    assertEquals("stop", choice().path("finish_reason").asText());
    assertEquals("length", choice().path("finish_reason").asText());
    assertTrue(choice().at("/message/reasoning").asText().contains("1987"));
    assertFalse(choice().at("/message/refusal").asText("").isEmpty());
  }

  @ParameterizedTest
  @EnumSource(
      value = Misbehaviour.class,
      names = {"LOSES_LINK", "CHANGES_NUMBER", "LEAVES_CYRILLIC", "RETURNS_SOURCE"})
  void aTranslationLosesWhatTheRuleSays(Misbehaviour how) throws IOException {
    misbehave(how.text(), "");
    String text = text();
    assertEquals(how == Misbehaviour.LOSES_LINK, !text.contains("](https://a.example/1)"));
    assertEquals(how == Misbehaviour.CHANGES_NUMBER, !text.contains("1987"));
    assertEquals(
        how == Misbehaviour.LEAVES_CYRILLIC || how == Misbehaviour.RETURNS_SOURCE,
        text.endsWith("Оно ушло."));
  }

  @Test
  void randomBehaviourIsTheSameForTheSameSeed() throws IOException {
    List<String> first = twentyRandomFaults();
    client.json("/sandbox/reset", "{}");
    assertEquals(first, twentyRandomFaults());
    assertTrue(first.stream().distinct().count() > 4, first.toString());
  }

  private List<String> twentyRandomFaults() throws IOException {
    misbehave("random", ",\"probability\":0.5");
    for (int i = 0; i < 20; i++) {
      translate();
    }
    List<String> faults = new ArrayList<>();
    client.requests().forEach(request -> faults.add(request.path("fault").asText()));
    return faults;
  }

  @Test
  void theBillCountsWhatWasAnsweredAndNoErrors() throws IOException {
    JsonNode usage = SandboxClient.tree(translate()).path("usage");
    misbehave("quota", "");
    translate();
    JsonNode line = SandboxClient.tree(client.get("/sandbox/bill")).path(0);
    assertEquals("translator", line.path("provider").asText());
    assertEquals(1, line.path("calls").asInt());
    assertEquals(usage.path("prompt_tokens"), line.path("promptTokens"));
    assertEquals(usage.path("completion_tokens"), line.path("completionTokens"));
    double expected =
        usage.path("prompt_tokens").asInt() * 0.5e-6
            + usage.path("completion_tokens").asInt() * 1.5e-6;
    assertEquals(expected, line.path("cost").asDouble(), 1e-12);
  }

  @Test
  void openaiRefusesMaxTokensAndTemperature() throws IOException {
    String question =
        "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"Привет\"}],%s}";
    String path = "/llm/openai/v1/chat/completions";
    assertEquals(400, client.json(path, question.formatted("\"max_tokens\":9")).statusCode());
    assertEquals(400, client.json(path, question.formatted("\"temperature\":0.7")).statusCode());
    assertEquals(
        200,
        client
            .json(path, question.formatted("\"max_completion_tokens\":9,\"temperature\":1"))
            .statusCode());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{\"api\":\"llm\",\"fault\":\"misbehave\"}]|unknown behaviour ''",
        "[{\"api\":\"llm\",\"fault\":\"misbehave\",\"behaviour\":\"sulks\"}]|unknown behaviour 'sulks'",
        "[{\"api\":\"vk\",\"fault\":\"misbehave\",\"behaviour\":\"empty\"}]|only the api llm",
        "[{\"api\":\"llm\",\"fault\":\"error\",\"behaviour\":\"empty\"}]|belongs to the fault",
      })
  void badRulesAreRefused(String rule, String reason) throws IOException {
    HttpResponse<String> answer = client.json("/sandbox/faults", rule);
    assertEquals(400, answer.statusCode());
    assertTrue(answer.body().contains(reason), answer.body());
  }
}
