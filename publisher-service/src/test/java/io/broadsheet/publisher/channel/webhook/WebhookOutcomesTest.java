package io.broadsheet.publisher.channel.webhook;

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

class WebhookOutcomesTest {

  private static Outcome of(int status) {
    return WebhookOutcomes.of(
        new HttpResult.Answered(status, "whatever", Optional.empty()), "msg_1");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204})
  void anySuccessIsAReceipt(int status) {
    assertThat(of(status)).isEqualTo(new Outcome.Posted("msg_1", ""));
  }

  @ParameterizedTest
  @CsvSource({
    "301, CONFIGURATION",
    "302, CONFIGURATION",
    "308, CONFIGURATION",
    "401, CONFIGURATION",
    "402, CONFIGURATION",
    "403, CONFIGURATION",
    "404, CONFIGURATION",
    "405, CONFIGURATION",
    "410, CONFIGURATION",
    "400, CONTENT",
    "413, CONTENT",
    "415, CONTENT",
    "422, CONTENT",
    "499, CONTENT"
  })
  void refusalsByTheTable(int status, Cause cause) {
    assertThat(of(status))
        .isInstanceOfSatisfying(
            Outcome.Rejected.class,
            rejected -> {
              assertThat(rejected.cause()).isEqualTo(cause);
              assertThat(rejected.code()).isEqualTo(Integer.toString(status));
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {102, 408, 409, 425, 500, 502, 503, 504})
  @Case("D3")
  void theReceiverMayHaveTakenIt(int status) {
    assertThat(of(status)).isInstanceOf(Outcome.Unknown.class);
  }

  @Test
  void alsoWhenItAsksToComeBackLater() {
    assertThat(WebhookOutcomes.of(new HttpResult.Answered(503, "", Optional.of(7L)), "msg_1"))
        .isInstanceOf(Outcome.Unknown.class);
  }

  @Test
  @Case("D5")
  void throttledAsLongAsAskedOrForAMinute() {
    assertThat(WebhookOutcomes.of(new HttpResult.Answered(429, "", Optional.of(7L)), "msg_1"))
        .isEqualTo(new Outcome.Throttled(Duration.ofSeconds(7), "429", "too many requests"));
    assertThat(of(429))
        .isInstanceOfSatisfying(
            Outcome.Throttled.class,
            throttled -> assertThat(throttled.after()).isEqualTo(Duration.ofMinutes(1)));
  }
}
