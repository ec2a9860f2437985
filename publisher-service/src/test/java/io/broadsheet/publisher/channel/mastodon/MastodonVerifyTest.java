package io.broadsheet.publisher.channel.mastodon;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Deadline;
import io.broadsheet.publisher.channel.ScriptedApi;
import io.broadsheet.publisher.channel.Verification;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MastodonVerifyTest {

  private static Verification verify(String limits, String maxCharacters) {
    return verify(limits, maxCharacters, 200);
  }

  private static Verification verify(String limits, String maxCharacters, int instanceStatus) {
    try (ScriptedApi api =
        new ScriptedApi(
            request -> {
              if (!request.path().endsWith("/instance")) {
                return "{\"id\":\"1\",\"acct\":\"paper\"}";
              }
              request.response().setStatusCode(instanceStatus);
              return "{\"configuration\":{\"statuses\":" + limits + "}}";
            })) {
      Map<String, String> settings =
          Map.of(
              "base-url",
              api.url(),
              "access-token",
              "paper:secret",
              "max-characters",
              maxCharacters);
      return new MastodonChannelFactory(api.vertx())
          .open(new Target("any-ru", ChannelKind.MASTODON, "ru", settings))
          .verify(new Call("verify", Deadline.after(Duration.ofSeconds(10))));
    }
  }

  @Test
  void passesWithinTheInstancesLimits() {
    String limits = "{\"max_characters\":1000,\"characters_reserved_per_url\":23}";

    assertThat(verify(limits, "1000"))
        .isInstanceOf(Verification.Passed.class)
        .extracting(Verification::message)
        .asString()
        .startsWith("@paper");
    assertThat(verify("{}", "500")).isInstanceOf(Verification.Passed.class);
  }

  @Test
  void passesWhereTheInstanceDoesNotTellItsLimits() {
    assertThat(verify("{}", "500", 404))
        .isInstanceOf(Verification.Passed.class)
        .extracting(Verification::message)
        .asString()
        .contains("does not tell its limits");
    assertThat(verify("{}", "500", 502)).isInstanceOf(Verification.Unclear.class);
  }

  @ParameterizedTest
  @CsvSource({"400, 23, max-characters", "500, 30, reserved-per-url"})
  @Case("D22")
  void namesTheSettingThatTheInstanceWouldRefuse(int longest, int perUrl, String setting) {
    String limits =
        "{\"max_characters\":%d,\"characters_reserved_per_url\":%d}".formatted(longest, perUrl);

    assertThat(verify(limits, "500"))
        .isInstanceOf(Verification.Failed.class)
        .extracting(Verification::message)
        .asString()
        .contains(setting);
  }
}
