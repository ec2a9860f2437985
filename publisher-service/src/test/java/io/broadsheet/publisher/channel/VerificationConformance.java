package io.broadsheet.publisher.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verifications: they have no effect, name what would be refused and conclude nothing from silence.
 */
public abstract class VerificationConformance extends ProbeConformance {

  @Test
  void verifiesWhatWorksWithoutAnEffect() {
    assertThat(verify(channel, AMPLE)).isInstanceOf(Verification.Passed.class);
    assertThat(effects()).isEmpty();
  }

  @Test
  @Case("D22")
  void namesWhatWouldBeRefused() {
    Map<String, String> settings = new HashMap<>(settings(sandbox.url()));
    settings.putAll(refused());
    Channel broken = open(settings);

    Verification verification = verify(broken, AMPLE);

    assertThat(verification).isInstanceOf(Verification.Failed.class);
    assertThat(verification.message())
        .contains(" ")
        .satisfies(
            message ->
                refused().values().stream()
                    .filter(value -> !value.startsWith("@"))
                    .forEach(value -> assertThat(message).doesNotContain(value)));
    assertThat(send(broken, form("one"), KEY, AMPLE))
        .isInstanceOfSatisfying(
            Outcome.Rejected.class,
            outcome -> assertThat(outcome.cause()).isEqualTo(Outcome.Rejected.Cause.CONFIGURATION));
  }

  @ParameterizedTest
  @ValueSource(strings = {"error", "throttle", "reset-before", "hang", "5xx-after-effect"})
  void concludesNothingFromAnApiThatCannotBeAsked(String fault) {
    sandbox.fault("{\"api\":\"%s\",\"fault\":\"%s\"}".formatted(api(), fault));

    assertThat(verify(channel, SHORT))
        .isNotInstanceOfAny(Verification.Passed.class, Verification.Failed.class);
  }

  @Test
  @Case("D5")
  void waitsWhicheverQuestionOfAVerificationIsRefused() {
    sandbox.reset();
    verify(channel, AMPLE);
    List<String> questions =
        sandbox.requests(api()).stream().map(request -> request.path("method").asText()).toList();
    assertThat(questions).isNotEmpty();
    for (int i = 0; i < questions.size(); i++) {
      if (limitedByThemselves().contains(questions.get(i))) {
        continue;
      }
      sandbox.reset();
      sandbox.fault(
          "{\"api\":\"%s\",\"fault\":\"throttle\",\"retryAfter\":7,\"times\":1,\"after\":%d}"
              .formatted(api(), i));

      assertThat(verify(channel, AMPLE))
          .as("question %d, %s", i + 1, questions.get(i))
          .isInstanceOfSatisfying(
              Verification.Throttled.class,
              throttled ->
                  assertThat(throttled.after())
                      .isGreaterThanOrEqualTo(waitWhenAskedForSevenSeconds()));
      assertThat(sandbox.requests(api())).hasSize(i + 1);
    }
  }
}
