package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.writing.ChatFault.Again;
import io.broadsheet.generator.writing.chat.HttpReply;
import io.broadsheet.generator.writing.chat.Redaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChatReplyTest {

  private static final String KEY = "sk-very-secret";

  @Test
  void readsAnAnswer() {
    Answer answer =
        read(
            200,
            """
            {"choices":[{"message":{"content":"Да"},"finish_reason":"stop"}],
             "usage":{"prompt_tokens":7,"completion_tokens":2}}""");

    assertThat(answer).isEqualTo(new Answer("Да", "stop", 7, 2, 5));
  }

  @Test
  @Case("content-in-chunks")
  void readsTheTextOfAnAnswerThatComesInChunksAndNotItsThoughts() {
    Answer answer =
        read(
            200,
            """
            {"choices":[{"message":{"content":[
               {"type":"thinking","thinking":[{"type":"text","text":"Хм."}]},
               {"type":"text","text":"Да, "},{"type":"text","text":"так."}]},
             "finish_reason":"stop"}]}""");

    assertThat(answer.text()).isEqualTo("Да, так.");
  }

  @ParameterizedTest
  @CsvSource({"7, 2, 9, 2", "7, 2, 40, 33", "7, 2, 0, 2", "7, 2, null, 2", "null, 2, 40, 2"})
  void countsWhatWasThoughtWhereOnlyTheTotalHasIt(
      String prompt, String completion, String total, int counted) {
    Answer answer =
        read(
            200,
            """
            {"choices":[{"message":{"content":"Да"},"finish_reason":"stop"}],
             "usage":{"prompt_tokens":%s,"completion_tokens":%s,"total_tokens":%s}}"""
                .formatted(prompt, completion, total));

    assertThat(answer.completionTokens()).isEqualTo(counted);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      value = {
        "\"stop\", stop",
        "\"STOP\", stop",
        "\"end_turn\", stop",
        "\"stop_sequence\", stop",
        "\"eos\", stop",
        "\"eos_token\", stop",
        "\"MAX_TOKENS\", length",
        "\"length\", length",
        "\"abort\", abort",
        "\"\", NULL",
        "null, NULL",
      },
      nullValues = "NULL",
      quoteCharacter = '~')
  void putsHowTheAnswerEndedIntoTheGatesWords(String said, String told) {
    Answer answer =
        read(
            200,
            "{\"choices\":[{\"message\":{\"content\":\"Да\"},\"finish_reason\":" + said + "}]}");

    assertThat(answer.finishReason()).isEqualTo(told);
  }

  @Case({"L5", "L6"})
  @ParameterizedTest(name = "{0} {3}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        // status | error | free | kind | again
        "429 | {'type':'insufficient_quota','code':'insufficient_quota'} | true | quota | NEVER",
        "429 | {'type':'insufficient_quota','code':'credit_balance_exhausted'} | true | quota | NEVER",
        "429 | {'code':'organization_spend_limit_exceeded'} | true | quota | NEVER",
        "429 | {'code':'project_spend_limit_exceeded'} | true | quota | NEVER",
        "429 | {'code':'organization_usage_limit_exceeded'} | true | quota | NEVER",
        "402 | {'message':'Insufficient Balance'} | true | quota | NEVER",
        "400 | {'message':'Your credit balance is too low'} | true | quota | NEVER",
        "429 | {'code':'rate_limit_exceeded'} | true | rate | AFTER_A_WAIT",
        "429 | {'message':'Slow down'} | true | rate | AFTER_A_WAIT",
        "400 | {'code':'content_filter'} | true | content-filter | NEVER",
        "403 | {'message':'Your input was flagged'} | true | content-filter | NEVER",
        "400 | {'code':'context_length_exceeded'} | true | context-length | NEVER",
        "413 | {'message':'too large'} | true | context-length | NEVER",
        "400 | {'message':'prompt is too long: 9 tokens'} | true | context-length | NEVER",
        "401 | {'code':'invalid_api_key'} | true | authentication | NEVER",
        "403 | {'message':'Country not supported'} | true | authentication | NEVER",
        "404 | {'code':'model_not_found'} | true | model-not-found | NEVER",
        "404 | {'message':'no such route'} | true | model-not-found | NEVER",
        "400 | {'code':'unsupported_parameter'} | true | bad-request | NEVER",
        "408 | {'message':'timeout'} | false | server | AFTER_A_WAIT",
        "500 | {'message':'oops'} | false | server | AFTER_A_WAIT",
        "503 | {'code':'overloaded'} | false | server | AFTER_A_WAIT",
        "529 | {'type':'overloaded_error'} | false | server | AFTER_A_WAIT",
        "200 | {'code':502,'message':'Provider returned error'} | false | server | AFTER_A_WAIT",
        "200 | {'code':429,'message':'rate'} | false | rate | AFTER_A_WAIT",
        "200 | {'code':402,'message':'credits'} | false | quota | NEVER",
        "200 | {'code':403,'message':'moderation'} | false | content-filter | NEVER",
        "200 | {'message':'what'} | false | server | AFTER_A_WAIT",
        "200 | {'code':'insufficient_quota'} | false | quota | NEVER",
      })
  void tellsErrorsApart(int status, String error, boolean free, String kind, Again again) {
    ChatFailure failure = failure(status, "{\"error\":" + error.replace('\'', '"') + "}");

    assertThat(failure.fault().kind()).isEqualTo(kind);
    assertThat(failure.fault().again()).isEqualTo(again);
    assertThat(failure.isFree()).isEqualTo(free);
    assertThat(failure).hasMessageStartingWith("answered HTTP " + status);
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'content':'','reasoning':'hm'} | stop | only-reasoning | WITH_THE_FAULT_NAMED",
        "{'content':null,'reasoning_content':'hm'} | stop | only-reasoning | WITH_THE_FAULT_NAMED",
        "{'content':''} | length | cut-off | WITH_THE_FAULT_NAMED",
        "{'content':'Нача'} | content_filter | content-filter | NEVER",
        "{'content':null,'refusal':'I cannot'} | stop | refusal | NEVER",
      })
  void tellsUselessAnswersApartAndKeepsThem(
      String message, String finish, String kind, Again again) {
    ChatFailure failure =
        failure(
            200,
            "{\"choices\":[{\"message\":"
                + message.replace('\'', '"')
                + ",\"finish_reason\":\""
                + finish
                + "\"}],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":2}}");

    assertThat(failure.fault().kind()).isEqualTo(kind);
    assertThat(failure.fault().again()).isEqualTo(again);
    assertThat(failure.isFree()).isFalse();
    assertThat(failure.answer().orElseThrow().completionTokens()).isEqualTo(2);
  }

  @Test
  void leavesAnEmptyAnswerToItsJudge() {
    assertThat(read(200, "{\"choices\":[{\"message\":{\"content\":null}}]}"))
        .isEqualTo(new Answer("", null, null, null, 5));
  }

  @Test
  void leavesAnAnswerThatWasCutOffToItsJudge() {
    Answer answer =
        read(
            200,
            "{\"choices\":[{\"message\":{\"content\":\"Нача\"},\"finish_reason\":\"length\"}]}");

    assertThat(answer.text()).isEqualTo("Нача");
    assertThat(answer.finishReason()).isEqualTo("length");
  }

  @Test
  void tellsWebPagesAndEmptyRepliesFromAnswers() {
    assertThat(failure(200, "<html>").fault().kind()).isEqualTo("not-json");
    assertThat(failure(404, "<html>").fault().kind()).isEqualTo("not-json");
    assertThat(failure(302, "").fault().kind()).isEqualTo("not-json");
    assertThat(failure(502, "<html>").fault().kind()).isEqualTo("server");
    assertThat(failure(200, null).fault().kind()).isEqualTo("not-json");
    assertThat(failure(200, "{}").fault().kind()).isEqualTo("no-answer");
    assertThat(failure(200, "{}").fault().again()).isEqualTo(Again.AFTER_A_WAIT);
  }

  @Case("L7")
  @ParameterizedTest
  @ValueSource(ints = {429, 503, 529})
  void keepsHowLongToWait(int status) {
    ChatFailure failure =
        catchThrowableOfType(
            ChatFailure.class,
            () ->
                ChatReply.read(
                    new HttpReply(status, Optional.of(Duration.ofSeconds(20)), "{\"error\":{}}"),
                    5,
                    new Redaction(List.of()),
                    FinishReasons.usual(100)));

    assertThat(failure.fault().retryAfter()).contains(Duration.ofSeconds(20));
  }

  @Test
  @Case("byte-order-mark-before-the-answer")
  void takesAByteOrderMarkOff() {
    assertThat(read(200, "\uFEFF{\"choices\":[{\"message\":{\"content\":\"Да\"}}]}").text())
        .isEqualTo("Да");
    assertThat(failure(429, "\uFEFF{\"error\":{\"code\":\"insufficient_quota\"}}").fault().kind())
        .isEqualTo("quota");
    assertThat(failure(200, "\uFEFF<html>").fault().kind()).isEqualTo("not-json");
    assertThat(failure(200, "\uFEFF").fault().kind()).isEqualTo("not-json");
  }

  @Test
  void neverQuotesASecret() {
    ChatFailure failure =
        failure(401, "{\"error\":{\"message\":\"Incorrect API key: sk-very-secret\"}}");

    assertThat(failure.getMessage()).doesNotContain(KEY).contains("HTTP 401", "Incorrect");
    assertThat(failure(502, "<html>" + KEY).getMessage()).doesNotContain(KEY);
    assertThat(failure(400, "{\"error\":{\"code\":\"x-sk-very-secret\"}}").getMessage())
        .doesNotContain(KEY);
  }

  @Test
  void everyKindStandsInTheDocumentation() throws IOException {
    String table = Files.readString(Path.of("../docs/writing.md"));

    for (ChatFault.Refused.Reason reason : ChatFault.Refused.Reason.values()) {
      assertThat(table).contains("| `" + new ChatFault.Refused(reason, "").kind() + "` |");
    }
    for (ChatFault.Down.Reason reason : ChatFault.Down.Reason.values()) {
      assertThat(table).contains("| `" + new ChatFault.Down(reason, true, "").kind() + "` |");
    }
    for (ChatFault.Unusable.Reason reason : ChatFault.Unusable.Reason.values()) {
      assertThat(table).contains("| `" + new ChatFault.Unusable(reason, "").kind() + "` |");
    }
    assertThat(table).contains("| `rate` |");
  }

  private static ChatFailure failure(int status, String body) {
    return catchThrowableOfType(ChatFailure.class, () -> read(status, body));
  }

  private static Answer read(int status, String body) {
    return ChatReply.read(
        new HttpReply(status, Optional.empty(), body),
        5,
        new Redaction(List.of(KEY)),
        FinishReasons.usual(100));
  }
}
