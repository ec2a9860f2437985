package io.broadsheet.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.embedded.PooledServer;
import io.broadsheet.publisher.testing.PooledPressStack;
import io.broadsheet.publisher.testing.PressScene;
import io.broadsheet.publisher.testing.Records;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole press behind PgBouncer in transaction mode. */
@EnabledIf(
    value = "io.broadsheet.embedded.PgBouncer#isInstalled",
    disabledReason = "the package pgbouncer is not installed")
@QuarkusTest
@QuarkusTestResource(value = PooledPressStack.class, restrictToAnnotatedClass = true)
class PooledPressIT {

  private static final int POSTS = 5;

  @Inject Config config;

  /** Set by {@link PooledPressStack}. */
  PooledServer server;

  private final List<String> posts = new ArrayList<>();
  private PressScene scene;

  @BeforeEach
  void open() {
    scene = new PressScene(config);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void postsEverywhereOnce() {
    publish(POSTS);

    awaitEveryPosted();
    assertThat(ofPosts("select outcome from publisher.attempt where post_id"))
        .hasSize(POSTS * ChannelKind.values().length)
        .containsOnly("posted");
    assertThat(
            ofPosts(
                "select 1 from generator.blog_posts where telegram_posted_at is not null and id"))
        .hasSize(POSTS);
  }

  @ParameterizedTest
  @EnumSource
  @Case("D25")
  void goesOnAfter(PooledServer.Interruption interruption) {
    publish(POSTS);
    await().atMost(PressScene.PATIENCE).until(() -> scene.effects() > 0);
    server.interrupt(interruption);
    publish(1);

    awaitEveryPosted();
  }

  private void publish(int count) {
    for (int i = 0; i < count; i++) {
      UUID post = scene.post();
      posts.add(post.toString());
      for (ChannelKind channel : ChannelKind.values()) {
        PostEvent event = Records.event(post, channel.wireName() + "-ru");
        scene
            .broker()
            .send(
                Topics.post(channel),
                post.toString(),
                EventFormat.write(event).getBytes(StandardCharsets.UTF_8),
                Records.headers(UUID.randomUUID(), event));
      }
    }
  }

  private void awaitEveryPosted() {
    int deliveries = posts.size() * ChannelKind.values().length;
    await()
        .atMost(PressScene.PATIENCE)
        .untilAsserted(() -> assertThat(states()).hasSize(deliveries).containsOnly("posted"));
    assertThat(scene.effects()).isEqualTo(deliveries);
  }

  private List<String> states() {
    return ofPosts("select state from publisher.delivery where post_id");
  }

  private List<String> ofPosts(String query) {
    return scene
        .sql()
        .query(query + "::text = any (string_to_array(?, ','))", String.join(",", posts));
  }
}
