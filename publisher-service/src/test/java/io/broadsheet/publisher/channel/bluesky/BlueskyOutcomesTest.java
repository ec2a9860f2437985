package io.broadsheet.publisher.channel.bluesky;

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

class BlueskyOutcomesTest {

  private static final String URI = "at://did:plc:abc/app.bsky.feed.post/3jzfcijpj2z2a";

  private static Outcome of(int status, String body) {
    return BlueskyOutcomes.of(new HttpResult.Answered(status, body, Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    "400, InvalidRequest, CONTENT",
    "400, InvalidSwap, CONTENT",
    "413, PayloadTooLarge, CONTENT",
    "400, ExpiredToken, CONFIGURATION",
    "400, InvalidToken, CONFIGURATION",
    "401, AuthenticationRequired, CONFIGURATION",
    "401, AuthMissing, CONFIGURATION",
    "401, AuthFactorTokenRequired, CONFIGURATION",
    "403, Forbidden, CONFIGURATION",
    "404, NotFound, CONFIGURATION",
    "501, MethodNotImplemented, CONFIGURATION",
    "401, AccountTakedown, PERSON",
    "400, AccountTakedown, PERSON",
    "401, AccountDeactivated, PERSON"
  })
  void refusalsByTheTable(int status, String error, Cause cause) {
    Outcome outcome = of(status, "{\"error\":\"" + error + "\",\"message\":\"No\"}");

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Rejected.class, rejected -> assertThat(rejected.cause()).isEqualTo(cause));
    assertThat(outcome.code()).isEqualTo(error);
    assertThat(outcome.message()).startsWith("No: ");
  }

  @Test
  void noTokenIsSaid() {
    String token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJkaWQifQ.c2lnbmF0dXJl";
    String body = "{\"error\":\"InvalidToken\",\"message\":\"Bad " + token + "\"}";

    assertThat(of(400, body).message()).startsWith("Bad ***").doesNotContain("eyJ");
  }

  @Test
  @Case("D10")
  void postedNeedsTheAddressOfAPost() {
    assertThat(of(200, "{\"uri\":\"" + URI + "\",\"cid\":\"b\"}"))
        .isEqualTo(
            new Outcome.Posted(URI, "https://bsky.app/profile/did:plc:abc/post/3jzfcijpj2z2a"));
    for (String body :
        new String[] {"{}", "{\"uri\":\"\"}", "{\"uri\":\"https://x\"}", "[]", "", "<html>"}) {
      assertThat(of(200, body)).as(body).isInstanceOf(Outcome.Unknown.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 302, 400, 401, 404, 500, 501, 502, 503})
  void whatIsNotTheApisIsUnknown(int status) {
    assertThat(of(status, "<html>proxy</html>")).isInstanceOf(Outcome.Unknown.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504})
  void aServersErrorIsUnknownWhateverItSays(int status) {
    assertThat(of(status, "{\"error\":\"UpstreamFailure\"}")).isInstanceOf(Outcome.Unknown.class);
  }

  @Test
  @Case("D5")
  void throttledAsLongAsAskedOrForFiveMinutes() {
    assertThat(BlueskyOutcomes.of(new HttpResult.Answered(429, "", Optional.of(7L))))
        .isEqualTo(new Outcome.Throttled(Duration.ofSeconds(7), "429", "too many requests"));
    assertThat(of(429, "{}"))
        .isInstanceOfSatisfying(
            Outcome.Throttled.class,
            throttled -> assertThat(throttled.after()).isEqualTo(Duration.ofMinutes(5)));
  }
}
