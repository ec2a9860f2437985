package io.broadsheet.publisher.channel.telegraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Outcome.Rejected.Cause;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TelegraphOutcomesTest {

  private final TelegraphOutcomes outcomes = new TelegraphOutcomes(settings(Optional.empty()));

  private static TelegraphSettings settings(Optional<URI> publicUrl) {
    return new TelegraphSettings(
        URI.create("https://api.telegra.ph"), "token", "Author", publicUrl);
  }

  private Outcome of(int status, String body) {
    return outcomes.of(new HttpResult.Answered(status, body, Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    "CONTENT_TOO_BIG, CONTENT",
    "CONTENT_FORMAT_INVALID, CONTENT",
    "CONTENT_TEXT_REQUIRED, CONTENT",
    "CONTENT_REQUIRED, CONTENT",
    "TITLE_REQUIRED, CONTENT",
    "TITLE_TOO_LONG, CONTENT",
    "PAGE_NOT_FOUND, CONTENT",
    "PAGE_ACCESS_DENIED, CONFIGURATION",
    "ACCESS_TOKEN_INVALID, CONFIGURATION",
    "SHORT_NAME_REQUIRED, CONFIGURATION",
    "AUTHOR_URL_INVALID, CONFIGURATION",
    "AUTHOR_URL_TOO_LONG, CONFIGURATION",
    "AUTHOR_NAME_TOO_LONG, CONFIGURATION",
    "UNKNOWN_METHOD, CONFIGURATION",
    "SOMETHING_NEW, CONTENT"
  })
  void refusals(String error, Cause cause) {
    Outcome outcome = of(200, "{\"ok\":false,\"error\":\"%s\"}".formatted(error));

    assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
    assertThat(((Outcome.Rejected) outcome).cause()).isEqualTo(cause);
    assertThat(outcome.code()).isEqualTo(error);
    assertThat(outcome.message()).startsWith(error + ": ");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 400, 420, 429})
  @Case("P2")
  void waitsOutAFlood(int status) {
    Outcome outcome = of(status, "{\"ok\":false,\"error\":\"FLOOD_WAIT_7\"}");

    assertThat(((Outcome.Throttled) outcome).after()).isEqualTo(Duration.ofSeconds(7));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PAGE_SAVE_FAILED", "Try again later", "", "Unknown error"})
  void whatMayHaveSavedAPageSaysNothing(String error) {
    assertThat(of(200, "{\"ok\":false,\"error\":\"%s\"}".formatted(error)))
        .isInstanceOf(Outcome.Unknown.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 504})
  void serverErrorsSayNothing(int status) {
    assertThat(of(status, "{\"ok\":false,\"error\":\"CONTENT_TOO_BIG\"}"))
        .isInstanceOf(Outcome.Unknown.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 302, 403, 404})
  void whatIsNotTheApiSaysNothing(int status) {
    for (String body : new String[] {"", "<html>", "[]", "{}", "{\"ok\":1}"}) {
      assertThat(of(status, body)).isInstanceOf(Outcome.Unknown.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404})
  void readsARefusalWhateverItsStatus(int status) {
    assertThat(of(status, "{\"ok\":false,\"error\":\"ACCESS_TOKEN_INVALID\"}"))
        .isInstanceOfSatisfying(
            Outcome.Rejected.class,
            outcome -> assertThat(outcome.cause()).isEqualTo(Cause.CONFIGURATION));
  }

  @Test
  void waitsWhenThereAreTooManyRequests() {
    assertThat(outcomes.of(new HttpResult.Answered(429, "", Optional.of(4L))))
        .isEqualTo(new Outcome.Throttled(Duration.ofSeconds(4), "429", "too many requests"));
  }

  @Test
  @Case("D10")
  void postedNeedsAPathAndAnAddress() {
    String page = "{\"ok\":true,\"result\":{\"path\":\"T-11-30\",\"url\":\"%s\"}}";

    assertThat(of(200, page.formatted("https://telegra.ph/T-11-30")))
        .isEqualTo(new Outcome.Posted("T-11-30", "https://telegra.ph/T-11-30"));
    assertThat(of(200, page.formatted("javascript:alert(1)"))).isInstanceOf(Outcome.Unknown.class);
    assertThat(of(200, "{\"ok\":true,\"result\":{\"url\":\"https://telegra.ph/T\"}}"))
        .isInstanceOf(Outcome.Unknown.class);
  }

  @Test
  void aMirrorHasItsOwnAddress() {
    TelegraphOutcomes mirrored =
        new TelegraphOutcomes(settings(Optional.of(URI.create("https://graph.org"))));
    String body =
        "{\"ok\":true,\"result\":{\"path\":\"T-11-30\",\"url\":\"https://telegra.ph/T-11-30\"}}";

    assertThat(mirrored.of(new HttpResult.Answered(200, body, Optional.empty())))
        .isEqualTo(new Outcome.Posted("T-11-30", "https://graph.org/T-11-30"));
  }
}
