package io.broadsheet.publisher.delivery;

import static org.awaitility.Awaitility.await;

import io.broadsheet.publisher.channel.RunningSandbox;
import io.broadsheet.sandbox.SandboxOptions;
import io.broadsheet.sandbox.vk.VkSettings;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** A press whose channels are real and have their APIs in one sandbox, emptied before each test. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class RealChannelsTestBase extends PressTestBase {

  static final Duration PATIENCE = Duration.ofSeconds(60);
  static final int DAILY_POSTS = 2;

  final Vertx vertx = Vertx.vertx();
  RunningSandbox sandbox;

  @BeforeAll
  void start(@TempDir Path data) {
    sandbox =
        new RunningSandbox(
            SandboxOptions.onFreePort(data)
                .withVk(VkSettings.DEFAULTS.withDailyPosts(DAILY_POSTS)));
  }

  @AfterAll
  void stop() {
    sandbox.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @BeforeEach
  void forget() {
    sandbox.reset();
  }

  /** A channel as the newsroom names its targets. */
  OpenTarget open(SandboxedChannel channel) {
    return channel.open(channel.api() + "-ru", sandbox.url(), policy());
  }

  /** A post of that slug that is due at the target. */
  static UUID duePost(OpenTarget target, String slug) {
    UUID post = post();
    due(event(post, target, slug), target, Duration.ZERO);
    return post;
  }

  /** Makes the next request of a method meet a fault. */
  void fault(OpenTarget target, String method, String fault, String more) {
    sandbox.fault(
        "{\"api\":\"%s\",\"method\":\"%s\",\"times\":1,\"fault\":\"%s\"%s}"
            .formatted(target.target().channel().wireName(), method, fault, more));
  }

  /** What is due first, whenever it is due. */
  static void deliverOnce(DeliverySteps steps, OpenTarget target) {
    database.execute("update publisher.delivery set next_attempt_at = clock_timestamp()");
    deliver(steps, target, claim(steps, target).get(0));
  }

  static void deliverUntilPosted(DeliverySteps steps, OpenTarget target, UUID post) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              deliverOnce(steps, target);
              return delivery("state", post, target).equals("posted");
            });
  }

  /** Of its calls and probes, in their order. */
  static List<String> outcomes(UUID post) {
    return database.query(
        "select kind || ' ' || outcome from publisher.attempt where post_id = ? order by started_at",
        post);
  }

  /** Cause and reason of a pause, or "open". */
  static String pause(OpenTarget target) {
    return database
        .query(
            "select coalesce(pause_cause || ': ' || pause_reason, 'open')"
                + " from publisher.target_state where target = ?",
            target.name())
        .get(0);
  }
}
