package io.broadsheet.generator.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.Command;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which orders are one that was given before. */
class RepeatedOrdersIT extends OrderTestBase {

  @Test
  void theSameOrderBeforeItIsSettledIsTheSameCommand() throws Exception {
    deliver(1, "parked", "");
    List<OrderReply> replies =
        atOnce(() -> retry(desk(), anna("try"), false), () -> retry(desk(), anna("try"), false));

    assertThat(replies.get(0)).isEqualTo(replies.get(1)).isInstanceOf(OrderReply.Accepted.class);
    assertThat(retry(desk(), anna("try"), false)).isEqualTo(replies.get(0));
    assertThat(retry(desk(), anna("try"), true)).as("another order").isNotEqualTo(replies.get(0));
    settleCommands();
    assertThat(retry(desk(), anna("try"), false)).isNotEqualTo(replies.get(0));
  }

  @Test
  void theSameKeyIsTheSameCommandForEver() {
    deliver(1, "parked", "");
    Orderer keyed = Orderer.of(Optional.of("k1"), "anna", "try");
    UUID id = accepted(retry(desk(), keyed, false));
    settleCommands();
    database.execute("delete from generator.outbox");

    assertThat(accepted(retry(desk(), keyed, false))).isEqualTo(id);
    assertThat(messages("command")).isEmpty();
    assertThat(conflict(retry(desk(), keyed, true))).contains("Idempotency-Key");
    assertThat(conflict(desk().orderOfTarget(keyed, TARGET, new Command.Resume())))
        .contains("Idempotency-Key");
  }

  @Test
  @Case("pause-resume-pause")
  void aPauseAfterAResumeIsANewOne() {
    UUID pause = accepted(pause());
    assertThat(accepted(pause())).isEqualTo(pause);
    UUID resume = accepted(resume());

    UUID again = accepted(pause());

    assertThat(again).isNotEqualTo(pause);
    assertThat(accepted(pause())).as("nothing came since").isEqualTo(again);
    assertThat(accepted(resume())).isNotEqualTo(resume);
  }

  @Test
  @Case("pause-resume-pause")
  void aResumeAfterAPauseIsANewOneWhateverIsSettled() {
    accepted(pause());
    settleCommands();
    UUID resume = accepted(resume());
    UUID pause = accepted(pause());
    settle(pause);
    database.execute("delete from generator.outbox where id = ?", pause);

    UUID again = accepted(resume());

    assertThat(again).isNotEqualTo(resume);
    assertThat(accepted(resume())).isEqualTo(again);
  }

  @Test
  @Case("pause-resume-pause")
  void aPauseAfterAResumeByThePublishersOwnPortIsANewOne() {
    UUID pause = accepted(pause());
    database.execute(
        """
        insert into publisher.command (id, target, kind, operator, ordered_at, event, result, settled_at)
        values (gen_random_uuid(), ?, 'resume', 'boris', clock_timestamp(), '{"command":{"kind":"resume"}}',
          'applied', now())
        """,
        TARGET);

    UUID again = accepted(pause());

    assertThat(again).isNotEqualTo(pause);
    assertThat(accepted(pause())).isEqualTo(again);
  }

  @Test
  void whatAnotherTargetIsOrderedChangesNothing() {
    UUID pause = accepted(pause());
    accepted(desk().orderOfTarget(anna("x"), "telegraph-en", new Command.Resume()));
    deliver(1, "parked", "");
    accepted(skip(anna("x")));

    assertThat(accepted(pause())).isEqualTo(pause);
  }

  @ParameterizedTest
  @CsvSource({
    "retry, skip",
    "skip, retry",
    "retry, retry by force",
    "retry, confirm-posted",
    "confirm-posted, retry",
    "skip, confirm-posted",
    "confirm-posted, skip",
    "confirm-posted, confirm-posted elsewhere"
  })
  @Case("pause-resume-pause")
  void anOrderOfADeliveryAfterAnotherIsANewOne(String one, String other) {
    deliver(1, "parked", "");
    UUID first = accepted(order(one));
    assertThat(accepted(order(one))).isEqualTo(first);
    accepted(order(other));

    UUID again = accepted(order(one));

    assertThat(again).isNotEqualTo(first);
    assertThat(accepted(order(one))).isEqualTo(again);
  }

  @Test
  void aRepublishOrderedTwiceIsOneAndAfterAnotherOrderItIsDecidedAnew() {
    deliver(1, "posted", "");
    UUID republish = accepted(desk().republish(anna("typo"), post, TARGET));
    assertThat(accepted(desk().republish(anna("typo"), post, TARGET))).isEqualTo(republish);
    deliver(2, "parked", "");
    accepted(skip(anna("x")));

    assertThat(conflict(desk().republish(anna("typo"), post, TARGET))).contains("not settled yet");
    assertThat(messages("post")).hasSize(1);
  }

  @Test
  void aPublishAfterAnotherOrderIsDecidedAnew() {
    UUID publish = accepted(desk().publish(anna("new"), post, TARGET));
    assertThat(accepted(desk().publish(anna("new"), post, TARGET))).isEqualTo(publish);
    deliver(1, "parked", "");
    accepted(skip(anna("x")));

    assertThat(conflict(desk().publish(anna("new"), post, TARGET))).contains("republish");
    assertThat(messages("post")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aReplayThatMayWakeADeliveryAndAnOrderOfItUndoOneAnother(boolean ofTheChannel) {
    deliver(1, "parked", "");
    Command.Replay replay = replay(ofTheChannel, true);
    UUID skip = accepted(skip(anna("x")));
    UUID first = accepted(replayDesk().replay(anna("outage"), replay));
    assertThat(accepted(replayDesk().replay(anna("outage"), replay))).isEqualTo(first);

    UUID again = accepted(skip(anna("x")));

    assertThat(again).isNotEqualTo(skip);
    assertThat(accepted(replayDesk().replay(anna("outage"), replay))).isNotEqualTo(first);
  }

  @Test
  void aReplayThatFillsGapsAndAnOrderOfADeliveryHaveNothingToDoWithOneAnother() {
    deliver(1, "parked", "");
    UUID skip = accepted(skip(anna("x")));
    UUID replay = accepted(replayDesk().replay(anna("outage"), replay(true, false)));

    assertThat(accepted(skip(anna("x")))).isEqualTo(skip);
    assertThat(accepted(replayDesk().replay(anna("outage"), replay(true, false))))
        .isEqualTo(replay);
  }

  @Test
  void aReplayAfterItsCancellationIsANewOne() {
    UUID first = accepted(replayDesk().replay(anna("outage"), replay(true, false)));
    database.execute(
        """
        insert into publisher.replay (id, seq, channel, from_time, to_time, dry_run, include_old,
          include_parked, include_skipped, operator, ordered_at)
        values (?, 1, 'telegraph', now() - interval '1d', now(), false, false, false, false, 'anna', now())
        """,
        first);
    accepted(replayDesk().cancel(anna("stop"), first));

    assertThat(accepted(replayDesk().replay(anna("outage"), replay(true, false))))
        .isNotEqualTo(first);
  }

  private OrderReply pause() {
    return desk().orderOfTarget(anna("x"), TARGET, new Command.Pause(null));
  }

  private OrderReply resume() {
    return desk().orderOfTarget(anna("x"), TARGET, new Command.Resume());
  }

  private OrderReply order(String words) {
    return desk()
        .orderOfDelivery(
            anna("x"),
            post,
            TARGET,
            generation ->
                switch (words) {
                  case "retry" -> new Command.Retry(post, generation, false);
                  case "retry by force" -> new Command.Retry(post, generation, true);
                  case "skip" -> new Command.Skip(post, generation, false);
                  case "confirm-posted" -> new Command.ConfirmPosted(post, generation, "1", null);
                  default -> new Command.ConfirmPosted(post, generation, "2", null);
                });
  }
}
