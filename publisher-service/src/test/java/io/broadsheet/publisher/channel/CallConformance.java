package io.broadsheet.publisher.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.PostEvent;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Calls: each fault ends in the right outcome, and what is uncertain is settled without a second
 * effect.
 */
public abstract class CallConformance extends ConformanceScene {

  @Test
  void postsOnceAndNamesTheEffect() {
    Form form = form("one");

    Outcome outcome = send(form);

    assertThat(outcome).isInstanceOf(Outcome.Posted.class);
    Outcome.Posted posted = (Outcome.Posted) outcome;
    assertThat(effects())
        .singleElement()
        .satisfies(effect -> assertThat(effect.path("id").asText()).isEqualTo(posted.externalId()));
    assertAddress(posted.externalUrl());
    assertThat(form.json()).doesNotContain(KEY);
    assertNoSecret(form.json());
  }

  @Test
  void settlesAnErrorThatSaysNothingOfTheEffect() {
    Form form = form("one");
    fault("error", "");

    assertThat(send(form)).isInstanceOf(Outcome.Unknown.class);
    settle(form, false);
  }

  @Test
  @Case("D5")
  void waitsAsLongAsItIsAskedTo() {
    Form form = form("one");
    fault("throttle", ",\"retryAfter\":7");

    Outcome outcome = send(form);

    assertThat(outcome).isInstanceOf(Outcome.Throttled.class);
    // An API that names the moment instead of the seconds is believed to the second after it.
    assertThat(((Outcome.Throttled) outcome).after())
        .isBetween(waitWhenAskedForSevenSeconds(), waitWhenAskedForSevenSeconds().plusSeconds(1));
    assertThat(effects()).isEmpty();
    assertThat(send(form)).isInstanceOf(Outcome.Posted.class);
    assertThat(effects()).hasSize(1);
  }

  @Test
  void settlesSilenceWithoutAnEffect() {
    Form form = form("one");
    fault("hang", "");

    assertThat(send(channel, form, KEY, SHORT)).isInstanceOf(Outcome.Unknown.class);
    settle(form, false);
  }

  @Test
  @Case("D1")
  void settlesATimeoutAfterTheEffect() {
    Form form = form("one");
    fault("slow", ",\"delayMs\":1500");

    assertThat(send(channel, form, KEY, SHORT)).isInstanceOf(Outcome.Unknown.class);
    settle(form, true);
  }

  @Test
  void waitsForASlowAnswerWithinTheDeadline() {
    fault("slow", ",\"delayMs\":300");

    assertThat(send(form("one"))).isInstanceOf(Outcome.Posted.class);
  }

  @Test
  void settlesAResetBeforeTheEffect() {
    Form form = form("one");
    fault("reset-before", "");

    assertThat(send(form)).isInstanceOf(Outcome.Unknown.class);
    assertThat(requests()).hasSize(1);
    settle(form, false);
  }

  @Test
  @Case("D2")
  void settlesAResetAfterTheEffect() {
    Form form = form("one");
    fault("reset-after-effect", "");

    assertThat(send(form)).isInstanceOf(Outcome.Unknown.class);
    settle(form, true);
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504})
  @Case({"D3", "P3"})
  void settlesAServerErrorAfterTheEffect(int status) {
    Form form = form("one");
    fault("5xx-after-effect", ",\"status\":" + status);

    assertThat(send(form)).isInstanceOf(Outcome.Unknown.class);
    settle(form, true);
  }

  @Test
  @Case("D10")
  void doesNotBelieveSuccessThatNamesNothing() {
    assumeTrue(marksItsAnswers());
    Form form = form("one");
    fault("error", ",\"status\":200,\"body\":" + successWithoutId());

    assertThat(send(form)).isInstanceOf(Outcome.Unknown.class);
    settle(form, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 302, 404})
  void doesNotBelieveAnAnswerThatIsNotTheApis(int status) {
    assumeTrue(marksItsAnswers());
    Form form = form("one");
    fault("5xx-after-effect", ",\"status\":" + status + ",\"body\":\"<html>proxy</html>\"");

    assertThat(send(form)).isInstanceOf(Outcome.Unknown.class);
    settle(form, true);
  }

  @Test
  @Case("D4")
  void knowsThatARefusedConnectionSentNothing() throws IOException {
    int closed;
    try (ServerSocket socket = new ServerSocket(0)) {
      closed = socket.getLocalPort();
    }
    Channel nowhere = open(settings("http://127.0.0.1:" + closed));

    Outcome outcome = send(nowhere, form("one"), KEY, AMPLE);

    assertThat(outcome).isInstanceOf(Outcome.NotSent.class);
    assertThat(outcome.code()).isEqualTo("connect");
  }

  @Test
  @Case("D4")
  void knowsThatAnUnknownHostSentNothing() {
    Channel nowhere = open(settings("http://no-such-host.invalid"));

    assertThat(send(nowhere, form("one"), KEY, Duration.ofSeconds(2)))
        .isInstanceOf(Outcome.NotSent.class);
  }

  @Test
  @Case("D4")
  void knowsThatAFailedHandshakeSentNothing() {
    Channel plain = open(settings(sandbox.url().replace("http:", "https:")));

    assertThat(send(plain, form("one"), KEY, Duration.ofSeconds(2)))
        .isInstanceOf(Outcome.NotSent.class);
    assertThat(effects()).isEmpty();
  }

  @Test
  @Case("D15")
  void sendsNothingAfterItsDeadline() {
    Form form = form("one");

    assertThat(send(channel, form, KEY, Duration.ZERO)).isInstanceOf(Outcome.NotSent.class);
    assertThat(requests()).isEmpty();
  }

  @Test
  void showsHostileTextAsText() {
    String hostile =
        "<script>alert(1)</script> a < b && c > d &nbsp; [x](javascript:alert(1)) \"q\" 'q' **";
    PostEvent post = Posts.post("hostile", "T " + hostile, "S " + hostile, "B " + hostile);
    Form form = form(post);

    assertThat(send(form)).isInstanceOf(Outcome.Posted.class);
    assertThat(visibleText(effects().get(0))).contains("<script>alert(1)</script> a < b && c > d");
  }
}
