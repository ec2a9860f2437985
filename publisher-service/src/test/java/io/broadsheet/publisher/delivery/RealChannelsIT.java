package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Cases that need the APIs' own manners, or several targets at once. */
class RealChannelsIT extends RealChannelsTestBase {

  @Test
  @Case("P4")
  void twoPostsOfOneTitleOnOneDayAreTwoPagesEachWithItsOwnAddress() {
    OpenTarget telegraph = open(SandboxedChannel.telegraph(vertx));
    DeliverySteps steps = steps(first, "one", telegraph);
    UUID lost = duePost(telegraph, "first");
    fault(telegraph, "createPage", "reset-after-effect", "");
    deliver(steps, telegraph, claim(steps, telegraph).get(0));
    assertThat(delivery("state", lost, telegraph)).isEqualTo("unknown");
    UUID other = post();
    due(event(other, telegraph, "second"), telegraph, Duration.ZERO);
    database.execute(
        "update publisher.delivery set next_attempt_at = clock_timestamp() + interval '1 h'"
            + " where post_id = ?",
        lost);
    deliver(steps, telegraph, claim(steps, telegraph).get(0));
    assertThat(delivery("state", other, telegraph)).isEqualTo("posted");

    deliverOnce(steps, telegraph);

    assertThat(outcomes(lost)).containsExactly("call unknown", "probe found");
    assertThat(sandbox.effects("telegraph")).hasSize(2);
    assertThat(authorUrl(lost, telegraph)).startsWith("https://example.org/ru/first#");
    assertThat(authorUrl(other, telegraph)).startsWith("https://example.org/ru/second#");
    assertThat(delivery("external_url", lost, telegraph))
        .isNotEqualTo(delivery("external_url", other, telegraph));
  }

  private String authorUrl(UUID post, OpenTarget telegraph) {
    return sandbox
        .ask("/telegraph/getPage/" + delivery("external_id", post, telegraph), "")
        .at("/result/author_url")
        .asText();
  }

  /** A post whose effect is on its way. */
  private record Late(
      SandboxedChannel channel, OpenTarget target, DeliverySteps steps, UUID post) {}

  @Test
  @Case("D16")
  void anEffectThatComesLateIsWaitedForAndFound() {
    List<Late> all = new ArrayList<>();
    for (SandboxedChannel channel :
        List.of(
            SandboxedChannel.telegram(vertx),
            SandboxedChannel.telegraph(vertx),
            SandboxedChannel.vkWithoutGuid(vertx))) {
      OpenTarget target = open(channel);
      Late late = new Late(channel, target, steps(first, "one", target), duePost(target, "one"));
      fault(target, channel.sendMethod(), "late-effect", ",\"delayMs\":5000");
      deliverOnce(late.steps, target);

      deliverOnce(late.steps, target);
      assertThat(delivery("state", late.post, target)).as(channel.label()).isEqualTo("unknown");
      assertThat(outcomes(late.post)).containsExactly("call unknown", "probe absent");
      all.add(late);
    }

    for (Late late : all) {
      SandboxedChannel channel = late.channel;
      await().atMost(PATIENCE).until(() -> sandbox.effects(channel.api()).size() == 1);
      deliverOnce(late.steps, late.target);

      assertThat(outcomes(late.post)).endsWith("probe found");
      assertThat(delivery("external_id", late.post, late.target))
          .isEqualTo(sandbox.effects(channel.api()).get(0).path("id").asText());
      assertThat(sandbox.requests(channel.api(), channel.sendMethod())).hasSize(1);
    }
  }

  @Test
  @Case("D13")
  void aTargetThatIsEnabledAgainDoesNotFloodItsReaders() {
    OpenTarget telegram = open(SandboxedChannel.telegram(vertx));
    for (int days = 4; days < 14; days++) {
      due(event(post(), telegram, "old-" + days), telegram, Duration.ofDays(days));
    }
    UUID fresh = duePost(telegram, "fresh");

    Dispatcher dispatcher = press(telegram);
    try {
      await().atMost(PATIENCE).until(() -> states().equals(List.of("parked 10", "posted 1")));
    } finally {
      dispatcher.stop(Duration.ofSeconds(5));
    }

    assertThat(delivery("state", fresh, telegram)).isEqualTo("posted");
    assertThat(sandbox.requests("telegram", "sendMessage")).hasSize(1);
    assertThat(sandbox.effects("telegram")).hasSize(1);
  }

  @Test
  @Case("D9")
  void aTargetThatIsRefusedForGoodIsPausedAndTheOthersGoOn() {
    Map<String, String> revoked =
        new HashMap<>(SandboxedChannel.vk(vertx).settings().apply(sandbox.url()));
    revoked.put("access-token", "expired-community-key");
    OpenTarget vk = SandboxedChannel.vk(vertx).open("vk-ru", revoked, policy());
    OpenTarget telegram = open(SandboxedChannel.telegram(vertx));
    OpenTarget telegraph = open(SandboxedChannel.telegraph(vertx));
    UUID post = post();
    for (OpenTarget target : List.of(vk, telegram, telegraph)) {
      due(event(post, target, "one"), target, Duration.ZERO);
    }

    Dispatcher dispatcher = press(vk, telegram, telegraph);
    try {
      await().atMost(PATIENCE).until(() -> states().equals(List.of("pending 1", "posted 2")));
      await().atMost(PATIENCE).until(() -> pause(vk).startsWith("configuration: "));
    } finally {
      dispatcher.stop(Duration.ofSeconds(5));
    }

    assertThat(pause(vk)).contains("expired", "make a new key");
    assertThat(delivery("state", post, vk)).isEqualTo("pending");
    assertThat(sandbox.requests("vk", "wall.post")).isEmpty();
  }

  private static Dispatcher press(OpenTarget... targets) {
    DueSignals signals = new DueSignals();
    Dispatcher dispatcher =
        new Dispatcher(
            List.of(targets),
            steps(first, signals, "one", targets),
            signals,
            new Random(1),
            Duration.ofSeconds(30));
    dispatcher.start();
    return dispatcher;
  }

  private static List<String> states() {
    return database.query(
        "select state || ' ' || count(*) from publisher.delivery group by state order by state");
  }
}
