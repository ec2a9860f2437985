package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** VK's cases, step by step: what the API says, and where that leads. */
class VkDeliveryIT extends RealChannelsTestBase {

  private List<String> wallTexts() {
    return sandbox.effects("vk").stream().map(effect -> effect.path("text").asText()).toList();
  }

  @Test
  @Case("V1")
  void theDaysPostsAreUsedUpUntilTomorrow() {
    OpenTarget vk = open(SandboxedChannel.vk(vertx));
    DeliverySteps steps = steps(first, "one", vk);
    for (int i = 0; i < DAILY_POSTS; i++) {
      deliverUntilPosted(steps, vk, duePost(vk, "early-" + i));
    }
    UUID post = duePost(vk, "late");

    deliver(steps, vk, claim(steps, vk).get(0));

    assertThat(delivery("state || attempt", post, vk)).isEqualTo("retry0");
    assertThat(delivery("next_attempt_at > clock_timestamp() + interval '23 h 50 min'", post, vk))
        .isEqualTo("true");
    assertThat(pause(vk)).isEqualTo("open");
    assertThat(sandbox.effects("vk")).hasSize(DAILY_POSTS);
  }

  @Test
  @Case("V1")
  void withoutTheRightToPostTheTargetIsPaused() {
    OpenTarget vk = open(SandboxedChannel.vk(vertx));
    DeliverySteps steps = steps(first, "one", vk);
    UUID post = duePost(vk, "one");
    sandbox.wall("{\"owner\":\"-4242\",\"rights\":\"no-post-right\"}");

    deliverOnce(steps, vk);

    assertThat(delivery("state", post, vk)).isEqualTo("retry");
    assertThat(pause(vk)).startsWith("configuration: Access to adding post denied");
    assertThat(claim(steps, vk)).isEmpty();
  }

  @Test
  @Case("V2")
  void aCaptchaPausesTheTargetForAPersonWithItsAddress() {
    OpenTarget vk = open(SandboxedChannel.vk(vertx));
    DeliverySteps steps = steps(first, "one", vk);
    duePost(vk, "one");
    fault(vk, "wall.post", "error", ",\"status\":14");

    deliverOnce(steps, vk);

    assertThat(pause(vk))
        .startsWith("person: Captcha needed")
        .contains("https://api.vk.com/captcha.php?sid=");
    assertThat(claim(steps, vk)).isEmpty();
  }

  @Test
  @Case("V3")
  void aTimeoutIsRepeatedWithTheSameGuidAndMakesOnePost() {
    OpenTarget vk =
        SandboxedChannel.vk(vertx).open("vk-ru", sandbox.url(), timingOut(Duration.ofSeconds(3)));
    DeliverySteps steps = steps(first, "one", vk);
    UUID post = duePost(vk, "one");
    fault(vk, "wall.post", "slow", ",\"delayMs\":5000");

    deliverOnce(steps, vk);
    assertThat(delivery("state", post, vk)).isEqualTo("unknown");
    deliverUntilPosted(steps, vk, post);

    assertThat(outcomes(post)).startsWith("call unknown").endsWith("call posted");
    assertThat(sandbox.requests("vk", "wall.post")).hasSizeGreaterThanOrEqualTo(2);
    assertThat(sandbox.requests("vk", "wall.get")).isEmpty();
    assertThat(sandbox.effects("vk")).hasSize(1);
  }

  @Test
  @Case("V4")
  void afterTheHourOfTheGuidTheWallIsReadAndNothingSentAgain() {
    OpenTarget vk = open(SandboxedChannel.vk(vertx));
    DeliverySteps steps = steps(first, "one", vk);
    UUID post = duePost(vk, "one");
    fault(vk, "wall.post", "reset-after-effect", "");
    deliverOnce(steps, vk);
    anHourPasses();

    deliverOnce(steps, vk);

    assertThat(outcomes(post)).containsExactly("call unknown", "probe found");
    assertThat(sandbox.requests("vk", "wall.post")).hasSize(1);
    assertThat(sandbox.effects("vk")).hasSize(1);
  }

  @Test
  @Case("V4")
  void afterTheHourWhatIsNotOnTheWallIsSent() {
    OpenTarget vk = open(SandboxedChannel.vk(vertx));
    DeliverySteps steps = steps(first, "one", vk);
    UUID post = duePost(vk, "one");
    fault(vk, "wall.post", "reset-before", "");
    deliverOnce(steps, vk);
    anHourPasses();

    deliverOnce(steps, vk);
    assertThat(outcomes(post)).containsExactly("call unknown", "probe absent");
    deliverUntilPosted(steps, vk, post);

    assertThat(sandbox.effects("vk")).hasSize(1);
  }

  private static void anHourPasses() {
    database.execute(
        "update publisher.delivery set uncertain_since = uncertain_since - interval '1 h',"
            + " last_call_deadline = last_call_deadline - interval '1 h'");
  }

  @Test
  @Case("V5")
  void whereLinksAreForbiddenThePostGoesOutWithoutAny() {
    OpenTarget vk = open(SandboxedChannel.vk(vertx));
    DeliverySteps steps = steps(first, "one", vk);
    UUID post = duePost(vk, "one");
    sandbox.wall("{\"owner\":\"-4242\",\"hyperlinks\":\"forbidden\"}");

    deliverOnce(steps, vk);
    assertThat(delivery("state || form || attempt", post, vk)).isEqualTo("retry20");
    deliverOnce(steps, vk);

    assertThat(outcomes(post)).containsExactly("call rejected", "call posted");
    assertThat(wallTexts())
        .singleElement()
        .asString()
        .contains("Title", "Summary", "example[.]org/ru/one")
        .doesNotContain("http");
  }

  @Test
  @Case("V5")
  void aPostWithoutLinksWhoseAnswerWasLostIsFoundOnTheWall() {
    OpenTarget vk = open(SandboxedChannel.vkWithoutGuid(vertx));
    DeliverySteps steps = steps(first, "one", vk);
    sandbox.wall("{\"owner\":\"-4343\",\"hyperlinks\":\"forbidden\"}");
    UUID other = duePost(vk, "one-2");
    deliverOnce(steps, vk);
    deliverOnce(steps, vk);
    assertThat(delivery("state", other, vk)).isEqualTo("posted");
    UUID post = duePost(vk, "one");
    fault(vk, "wall.post", "reset-after-effect", ",\"after\":1");

    deliverOnce(steps, vk);
    deliverOnce(steps, vk);
    assertThat(delivery("state", post, vk)).isEqualTo("unknown");
    deliverOnce(steps, vk);

    assertThat(outcomes(post)).containsExactly("call rejected", "call unknown", "probe found");
    assertThat(delivery("external_id", post, vk))
        .isEqualTo(sandbox.effects("vk").get(1).path("id").asText());
    assertThat(sandbox.effects("vk")).hasSize(2);
  }

  @Test
  @Case("V5")
  void aPostThatIsRefusedWithoutLinksTooIsParked() {
    OpenTarget vk = open(SandboxedChannel.vk(vertx));
    DeliverySteps steps = steps(first, "one", vk);
    UUID post = duePost(vk, "one");
    sandbox.fault("{\"api\":\"vk\",\"method\":\"wall.post\",\"fault\":\"error\",\"status\":222}");

    deliverOnce(steps, vk);
    deliverOnce(steps, vk);

    assertThat(delivery("state", post, vk)).isEqualTo("parked");
    assertThat(delivery("last_error", post, vk)).contains("Hyperlinks are forbidden");
    assertThat(sandbox.requests("vk", "wall.post")).hasSize(2);
    assertThat(sandbox.effects("vk")).isEmpty();
  }
}
