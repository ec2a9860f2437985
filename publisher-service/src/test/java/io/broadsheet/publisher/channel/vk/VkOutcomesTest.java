package io.broadsheet.publisher.channel.vk;

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

class VkOutcomesTest {

  private final VkOutcomes outcomes =
      new VkOutcomes(
          new VkSettings(
              URI.create("https://api.vk.com"),
              "token",
              Optional.empty(),
              -42,
              false,
              true,
              15_000));

  private Outcome of(int status, String body) {
    return outcomes.of(new HttpResult.Answered(status, body, Optional.empty()));
  }

  private Outcome error(int code, String message) {
    return of(200, "{\"error\":{\"error_code\":%d,\"error_msg\":\"%s\"}}".formatted(code, message));
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 7, 15, 20, 23, 27, 28, 42, 113, 125, 203, 210, 214})
  void needsAnotherConfiguration(int code) {
    assertRejected(error(code, "Access denied"), Cause.CONFIGURATION, code);
  }

  @ParameterizedTest
  @ValueSource(ints = {14, 17, 24, 25, 3300})
  void needsAPerson(int code) {
    assertRejected(error(code, "Validation required"), Cause.PERSON, code);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 1051, 1117, 3609})
  void needsAnotherToken(int code) {
    assertRejected(error(code, "Method is not available"), Cause.CONFIGURATION, code);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 19, 100, 150, 9999})
  void parks(int code) {
    assertRejected(error(code, "Something is invalid"), Cause.CONTENT, code);
  }

  @Test
  @Case("V5")
  void triesThePlainerFormWhereLinksAreForbidden() {
    assertRejected(error(222, "Hyperlinks are forbidden"), Cause.FORM, 222);
  }

  @Test
  void namesTheSubcode() {
    Outcome outcome =
        of(
            200,
            """
            {"error":{"error_code":15,"error_subcode":1133,"error_msg":"Access denied"}}\
            """);

    assertRejected(outcome, Cause.CONFIGURATION, 15);
    assertThat(outcome.message()).startsWith("Access denied (1133): ");
  }

  private static void assertRejected(Outcome outcome, Cause cause, int code) {
    assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
    assertThat(((Outcome.Rejected) outcome).cause()).isEqualTo(cause);
    assertThat(outcome.code()).isEqualTo(Integer.toString(code));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 13, 36})
  void vkDoesNotKnow(int code) {
    assertThat(error(code, "Internal server error")).isInstanceOf(Outcome.Unknown.class);
  }

  @ParameterizedTest
  @CsvSource({"6, PT1S", "9, PT3H"})
  void holdsTheTarget(int code, Duration wait) {
    assertThat(((Outcome.Throttled) error(code, "Flood control")).after()).isEqualTo(wait);
  }

  @ParameterizedTest
  @CsvSource({"29, PT24H", "43, PT10M", "103, PT1H", "219, PT1H", "220, PT1H", "224, PT24H"})
  void putsOff(int code, Duration wait) {
    assertThat(((Outcome.Deferred) error(code, "Rate limit reached")).after()).isEqualTo(wait);
  }

  @Test
  @Case("V1")
  void readsWhatError214Says() {
    Outcome outcome = error(214, "Access to adding post denied: you can only add 50 posts a day");

    assertThat(((Outcome.Deferred) outcome).after()).isEqualTo(Duration.ofHours(24));
    assertRejected(error(214, "Access to adding post denied"), Cause.CONFIGURATION, 214);
  }

  @Test
  void readsWhatError100Says() {
    assertRejected(
        error(100, "One of the parameters specified was missing or invalid: owner_id is undefined"),
        Cause.CONFIGURATION,
        100);
  }

  @Test
  @Case("V2")
  void showsTheCaptcha() {
    Outcome outcome =
        of(
            200,
            """
            {"error":{"error_code":14,"error_msg":"Captcha needed","captcha_sid":"1",
             "captcha_img":"https://vk.com/captcha.php?sid=1"}}\
            """);

    assertRejected(outcome, Cause.PERSON, 14);
    assertThat(outcome.message()).endsWith("(https://vk.com/captcha.php?sid=1)");
  }

  @Test
  void showsThePageOfAValidation() {
    Outcome outcome =
        of(
            200,
            """
            {"error":{"error_code":17,"error_msg":"Validation required",
             "redirect_uri":"https://m.vk.com/login?act=security_check"}}\
            """);

    assertRejected(outcome, Cause.PERSON, 17);
    assertThat(outcome.message()).endsWith("(https://m.vk.com/login?act=security_check)");
  }

  @Test
  @Case("D10")
  void postedNeedsAPostId() {
    assertThat(of(200, "{\"response\":{\"post_id\":7}}"))
        .isEqualTo(new Outcome.Posted("7", "https://vk.com/wall-42_7"));
    for (String body :
        new String[] {
          "{\"response\":{}}",
          "{\"response\":{\"post_id\":0}}",
          "{\"response\":1}",
          "{}",
          "[]",
          "",
          "<html>",
          "{\"error\":{}}",
          "{\"error\":{\"error_code\":\"x\"}}"
        }) {
      assertThat(of(200, body)).as(body).isInstanceOf(Outcome.Unknown.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 403, 404, 414, 500, 502, 504})
  void otherStatusesAreNotTheApis(int status) {
    assertThat(of(status, "{\"response\":{\"post_id\":7}}")).isInstanceOf(Outcome.Unknown.class);
  }
}
