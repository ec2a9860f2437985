package io.broadsheet.publisher.channel.mastodon;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Outcome.Rejected.Cause;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MastodonOutcomesTest {

  private static Outcome of(int status, String body) {
    return MastodonOutcomes.of(new HttpResult.Answered(status, body, Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    "401, The access token is invalid, CONFIGURATION",
    "403, This action is outside the authorized scopes, CONFIGURATION",
    "403, Your login is currently disabled, CONFIGURATION",
    "404, Record not found, CONFIGURATION",
    "410, Gone, CONFIGURATION",
    "422, Validation failed: Text character limit of 500 exceeded, CONTENT",
    "422, Validation failed: Text can't be blank, CONTENT",
    "400, Bad request, CONTENT",
    "418, I'm a teapot, CONTENT"
  })
  void refusalsByTheTable(int status, String error, Cause cause) {
    Outcome outcome = of(status, "{\"error\":\"" + error + "\"}");

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Rejected.class, rejected -> assertThat(rejected.cause()).isEqualTo(cause));
    assertThat(outcome.code()).isEqualTo(Integer.toString(status));
    assertThat(outcome.message()).startsWith(error + ": ");
  }

  @Test
  void namesTheScopesThatAreMissing() {
    assertThat(of(403, "{\"error\":\"This action is outside the authorized scopes\"}").message())
        .contains("write:statuses");
  }

  @Test
  @Case("D10")
  void postedNeedsAnId() {
    assertThat(of(200, "{\"id\":\"7\",\"url\":\"https://m.example/@p/7\"}"))
        .isEqualTo(new Outcome.Posted("7", "https://m.example/@p/7"));
    assertThat(of(200, "{\"id\":\"7\",\"url\":null}")).isEqualTo(new Outcome.Posted("7", ""));
    for (String body : new String[] {"{}", "{\"id\":\"\"}", "{\"id\":null}", "[]", "", "<html>"}) {
      assertThat(of(200, body)).as(body).isInstanceOf(Outcome.Unknown.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 302, 401, 404, 422, 500, 502, 503})
  void whatIsNotTheApisIsUnknown(int status) {
    assertThat(of(status, "<html>proxy</html>")).isInstanceOf(Outcome.Unknown.class);
  }

  @Test
  void aServersErrorIsUnknownWhateverItSays() {
    assertThat(of(503, "{\"error\":\"temporary problem\"}")).isInstanceOf(Outcome.Unknown.class);
  }

  @Test
  @Case("D5")
  void throttledAsLongAsAskedOrForTheWindow() {
    assertThat(MastodonOutcomes.of(new HttpResult.Answered(429, "", Optional.of(7L))))
        .isEqualTo(new Outcome.Throttled(Duration.ofSeconds(7), "429", "too many requests"));
    assertThat(of(429, "{}"))
        .isInstanceOfSatisfying(
            Outcome.Throttled.class,
            throttled -> assertThat(throttled.after()).isEqualTo(Duration.ofMinutes(5)));
  }

  @Test
  void bytesThatLeftDecide() {
    assertThat(MastodonOutcomes.of(new HttpResult.NotWritten("connect", "refused")))
        .isInstanceOf(Outcome.NotSent.class);
    assertThat(MastodonOutcomes.of(new HttpResult.NoAnswer("timeout", "silence")))
        .isInstanceOf(Outcome.Unknown.class);
  }
}
