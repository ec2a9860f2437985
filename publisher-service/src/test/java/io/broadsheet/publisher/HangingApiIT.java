package io.broadsheet.publisher;

import static io.broadsheet.publisher.testing.HangingApiStack.CALLS;
import static io.broadsheet.publisher.testing.PressScene.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.publisher.testing.HangingApiStack;
import io.broadsheet.publisher.testing.PressScene;
import io.broadsheet.publisher.testing.PressScene.Sent;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that take longer than Kafka waits for a consumer's next poll. */
@QuarkusTest
@QuarkusTestResource(value = HangingApiStack.class, restrictToAnnotatedClass = true)
class HangingApiIT {

  private static final String GROUP = "broadsheet.publisher.webhook";

  /** Calls under way for so long that a consumer that waited for them would be out of its group. */
  private static final String HANGING =
      """
      select claim_token::text from publisher.attempt where target = 'webhook-ru' and ended_at is null
        and started_at < clock_timestamp() - interval '%d s'
      """
          .formatted(HangingApiStack.LONGEST_BETWEEN_POLLS_S + 2);

  @Inject Config config;

  private PressScene scene;

  @BeforeEach
  void connect() {
    scene = new PressScene(config);
  }

  @AfterEach
  void disconnect() {
    scene.close();
  }

  @Test
  @Case("K2")
  void anApiThatHangsLeavesNoLagLosesNoPartitionAndDelaysNoOtherTarget() {
    scene.fault("[{\"api\":\"webhook\",\"fault\":\"hang\",\"times\":%d}]".formatted(CALLS));
    Set<String> members =
        await()
            .atMost(PATIENCE)
            .ignoreExceptions()
            .until(() -> scene.broker().members(GROUP), joined -> !joined.isEmpty());

    List<Sent> hung = Stream.generate(this::publishWithPage).limit(CALLS).toList();
    hung.forEach(sent -> scene.awaitState(sent, "sending"));
    Sent waiting = publishWithPage();
    Sent elsewhere = scene.publish(scene.post(), "telegraph-ru");

    scene.awaitState(elsewhere, "posted");
    scene.awaitState(waiting, "pending");
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(lags()).containsOnly(0L));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(scene.sql().query(HANGING)).hasSize(CALLS));
    assertThat(scene.broker().members(GROUP)).isEqualTo(members);
    assertThat(lags()).containsOnly(0L);
    // Nobody has waited for the API: it hangs still.
    assertThat(hung).allMatch(sent -> scene.states(sent).equals(List.of("sending")));
    hung.forEach(sent -> scene.awaitState(sent, "posted"));
    scene.awaitState(waiting, "posted");
  }

  /** Publishes a post, and the page which it links. */
  private Sent publishWithPage() {
    UUID post = scene.post();
    scene.publish(post, "telegraph-ru");
    return scene.publish(post, "webhook-ru");
  }

  /** How far each group is behind the end of its topic. */
  private List<Long> lags() {
    return Stream.concat(
            Arrays.stream(ChannelKind.values())
                .map(
                    channel ->
                        scene
                            .broker()
                            .lag(
                                "broadsheet.publisher." + channel.wireName(),
                                Topics.post(channel))),
            Stream.of(scene.broker().lag("broadsheet.publisher.command", Topics.COMMAND)))
        .toList();
  }
}
