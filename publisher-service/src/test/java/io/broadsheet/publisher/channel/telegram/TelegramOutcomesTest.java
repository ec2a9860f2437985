package io.broadsheet.publisher.channel.telegram;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Deadline;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.Move;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Outcome.Rejected.Cause;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TelegramOutcomesTest {

  private static final Call CALL = new Call("key", Deadline.after(Duration.ofSeconds(10)));

  private final TelegramOutcomes outcomes = new TelegramOutcomes(settings("@news"));

  private static TelegramSettings settings(String chatId) {
    return new TelegramSettings(
        URI.create("https://api.telegram.org"),
        "1:x",
        chatId,
        URI.create("https://t.me"),
        Optional.empty(),
        false,
        false);
  }

  private Outcome of(int status, String body) {
    return outcomes.of(new HttpResult.Answered(status, body, Optional.empty()), CALL);
  }

  private Outcome error(int code, String description) {
    return of(
        code,
        "{\"ok\":false,\"error_code\":%d,\"description\":\"%s\"}".formatted(code, description));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          400 | Bad Request: chat not found | CONFIGURATION
          400 | Bad Request: chat_id is empty | CONFIGURATION
          400 | Bad Request: message thread not found | CONFIGURATION
          400 | Bad Request: need administrator rights in the channel chat | CONFIGURATION
          400 | Bad Request: have no write access to the chat | CONFIGURATION
          400 | Bad Request: CHAT_WRITE_FORBIDDEN | CONFIGURATION
          400 | Bad Request: message is too long | CONTENT
          400 | Bad Request: message caption is too long | FORM
          400 | Bad Request: text is too long | CONTENT
          400 | Bad Request: message text is empty | CONTENT
          400 | Bad Request: text must be non-empty | CONTENT
          400 | Bad Request: can't parse entities: Unsupported start tag | FORM
          400 | Bad Request: wrong HTTP URL specified | FORM
          400 | Bad Request: failed to get HTTP URL content | FORM
          400 | Bad Request: wrong type of the web page content | FORM
          400 | Bad Request: something new | CONTENT
          401 | Unauthorized | CONFIGURATION
          401 | Unauthorized: invalid token specified | CONFIGURATION
          403 | Forbidden: bot was kicked from the channel chat | CONFIGURATION
          403 | Forbidden: bot is not a member of the channel chat | CONFIGURATION
          403 | Forbidden: the group chat was deleted | CONFIGURATION
          403 | Forbidden: user is deactivated | CONFIGURATION
          403 | Forbidden: bot was blocked by the user | CONFIGURATION
          403 | Forbidden: something new | CONFIGURATION
          404 | Not Found | CONFIGURATION
          404 | Not Found: method not found | CONFIGURATION
          409 | Conflict: terminated by other getUpdates request | CONTENT
          418 | I am a teapot | CONTENT
          """)
  @Case("T7")
  void refusals(int code, String description, Cause cause) {
    Outcome outcome = error(code, description);

    assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
    assertThat(((Outcome.Rejected) outcome).cause()).isEqualTo(cause);
    assertThat(outcome.code()).isEqualTo(Integer.toString(code));
    assertThat(outcome.message()).startsWith(description).hasSizeGreaterThan(description.length());
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504})
  void serverErrorsSayNothing(int status) {
    assertThat(error(status, "Internal Server Error: restart")).isInstanceOf(Outcome.Unknown.class);
    assertThat(of(status, "<html>Bad Gateway</html>")).isInstanceOf(Outcome.Unknown.class);
  }

  @Test
  void waitsForTheTimeNamed() {
    assertThat(
            of(
                429,
                """
                {"ok":false,"error_code":429,"description":"Too Many Requests: retry after 35",
                 "parameters":{"retry_after":35}}\
                """))
        .isEqualTo(
            new Outcome.Throttled(
                Duration.ofSeconds(35), "429", "Too Many Requests: retry after 35"));
  }

  @Test
  void waitsForTheHeadersTimeElseAMinute() {
    assertThat(outcomes.of(new HttpResult.Answered(429, "<html>", Optional.of(9L)), CALL))
        .isEqualTo(new Outcome.Throttled(Duration.ofSeconds(9), "429", ""));
    assertThat(of(429, "")).isEqualTo(new Outcome.Throttled(Duration.ofMinutes(1), "429", ""));
  }

  @Test
  @Case("T6")
  void namesTheNewChat() {
    Outcome outcome =
        of(
            400,
            """
            {"ok":false,"error_code":400,
             "description":"Bad Request: group chat was upgraded to a supergroup chat",
             "parameters":{"migrate_to_chat_id":-100777}}\
            """);

    assertThat(((Outcome.Moved) outcome).move()).isEqualTo(new Move("@news", "-100777"));
    assertThat(outcome.message()).endsWith("set chat-id to the new number -100777");
  }

  @Test
  @Case("D10")
  void postedNeedsAMessageId() {
    assertThat(of(200, "{\"ok\":true,\"result\":{\"message_id\":12}}"))
        .isEqualTo(new Outcome.Posted("12", "https://t.me/news/12"));
    for (String result :
        new String[] {"{}", "true", "{\"message_id\":0}", "{\"message_id\":\"x\"}"}) {
      assertThat(of(200, "{\"ok\":true,\"result\":%s}".formatted(result)))
          .isInstanceOf(Outcome.Unknown.class);
    }
    assertThat(of(201, "{\"ok\":true,\"result\":{\"message_id\":12}}"))
        .isInstanceOf(Outcome.Unknown.class);
  }

  @Test
  void aChatWithoutANameHasAnAddressForMembersOnlyIfItIsAChannel() {
    for (String[] chat : new String[][] {{"-100123456", "https://t.me/c/123456/12"}, {"-77", ""}}) {
      assertThat(
              new TelegramOutcomes(settings(chat[0]))
                  .of(
                      new HttpResult.Answered(
                          200, "{\"ok\":true,\"result\":{\"message_id\":12}}", Optional.empty()),
                      CALL))
          .isEqualTo(new Outcome.Posted("12", chat[1]));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 301, 400, 403, 404})
  void whatIsNotTheApiSaysNothing(int status) {
    for (String body : new String[] {"", "<html>", "[]", "{}", "{\"ok\":\"yes\"}", "{\"ok\""}) {
      assertThat(of(status, body)).isInstanceOf(Outcome.Unknown.class);
    }
  }

  @Test
  void whatNeverLeftWasNotSent() {
    assertThat(outcomes.of(new HttpResult.NotWritten("connect", "refused"), CALL))
        .isEqualTo(new Outcome.NotSent("connect", "refused"));
    assertThat(outcomes.of(new HttpResult.NoAnswer("timeout", "late"), CALL))
        .isEqualTo(new Outcome.Unknown("timeout", "late"));
  }
}
