package io.broadsheet.generator.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.database.Database;
import io.broadsheet.common.event.Command;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a post may be sent once more, and when not. */
class RepublishIT extends OrderTestBase {

  /** What a republish that is refused reads: its turn, repetitions of it twice, and three facts. */
  private static final int READS = 6;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "posted  |                                    | true",
        "skipped |                                    | true",
        "parked  |                                    | true",
        "parked  | uncertain_since = now()            | false",
        "parked  | part = 2                           | false",
        "unknown | uncertain_since = now()            | false",
        "pending |                                    | false",
        "retry   |                                    | false",
        "sending | lease_until = now() + interval '1h'| false",
      })
  void aNewGenerationNeedsEveryEarlierOneSettledForGood(
      String state, String besides, boolean allowed) {
    deliver(1, state, besides == null ? "" : besides);

    OrderReply reply = desk().republish(anna("typo"), post, TARGET);

    if (allowed) {
      assertThat(command(accepted(reply)).command()).isEqualTo(new Command.Republish(post, 2));
      assertThat(messages("post")).containsExactly("post.telegraph telegraph-ru 2");
      assertThat(postEvent().generation()).isEqualTo(2);
    } else {
      assertThat(conflict(reply)).contains("generation 1 is " + state);
      assertThat(messages("post")).isEmpty();
    }
  }

  @Test
  void whatALateHolderPostedIsNoGenerationWithoutEffect() {
    deliver(1, "parked", "");
    database.execute(
        """
        insert into publisher.attempt (claim_token, post_id, target, generation, kind, number, replica, outcome)
        values (gen_random_uuid(), ?, ?, 1, 'call', 1, 'late', 'posted')
        """,
        post,
        TARGET);

    assertThat(conflict(desk().republish(anna("typo"), post, TARGET))).contains("may be on");
  }

  @Test
  void aGenerationOnItsWayIsAwaitedAndADeadOneIsNot() {
    accepted(desk().publish(anna("new"), post, TARGET));
    settleCommands();
    assertThat(conflict(desk().republish(anna("typo"), post, TARGET))).contains("not taken");
    assertThat(conflict(retry(desk(), anna("now"), false))).contains("not taken");

    eventsAreUnreadable();

    assertThat(conflict(retry(desk(), anna("now"), false))).contains("republish");
    accepted(desk().republish(anna("typo"), post, TARGET));
  }

  @Test
  void anUnsettledCommandToTheDeliveryKeepsANewGenerationAway() {
    deliver(1, "parked", "");
    UUID retry = accepted(retry(desk(), anna("try"), false));

    assertThat(conflict(desk().republish(boris("typo"), post, TARGET)))
        .contains("retry", "anna", retry.toString());

    settleCommands();
    accepted(desk().republish(boris("typo"), post, TARGET));
  }

  @Test
  @Case("behind-a-thousand-commands")
  void anyNumberOfUnsettledCommandsHidesNone() {
    deliver(1, "parked", "");
    UUID retry = accepted(retry(desk(), anna("try"), false));
    database.execute(
        """
        insert into generator.outbox (id, destination, target, aggregate_id, generation, type, payload)
        select command.id, 'command', ?, command.id, 1, 'command', jsonb_build_object('v', 1, 'id', command.id,
          'target', ?, 'operator', 'boris', 'at', now(), 'command', jsonb_build_object('kind', 'resume'))
        from (select gen_random_uuid() as id from generate_series(1, 1500)) command
        """,
        TARGET,
        TARGET);

    assertThat(conflict(desk().republish(boris("typo"), post, TARGET))).contains(retry.toString());
    assertThat(accepted(retry(desk(), anna("try"), false))).isEqualTo(retry);
  }

  @Test
  void aReplayThatMayWakeItKeepsANewGenerationAway() {
    deliver(1, "parked", "");
    replayGoesOn();

    assertThat(conflict(desk().republish(anna("typo"), post, TARGET))).contains("replay");

    database.execute("update publisher.replay set state = 'finished', ended_at = now()");
    accepted(desk().republish(anna("typo"), post, TARGET));
  }

  @Test
  @Case("both-generations-by-a-replay")
  void aReplayMayFindAnEarlierGenerationReadableAndKeepsANewOneAway() {
    accepted(desk().publish(anna("new"), post, TARGET));
    eventsAreUnreadable();
    settleCommands();
    UUID replay = accepted(replayDesk().replay(anna("upgraded"), replay(true, false)));

    assertThat(conflict(desk().republish(anna("typo"), post, TARGET))).contains(replay.toString());
    settleCommands();
    replayGoesOn();
    database.execute("update publisher.replay set include_parked = false");
    assertThat(conflict(desk().republish(anna("typo"), post, TARGET))).contains("a replay of");
    database.execute("update publisher.replay set dry_run = true");
    accepted(desk().republish(anna("typo"), post, TARGET));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Case("both-generations-by-a-replay")
  void aNewGenerationOnItsWayKeepsAReplayAwayThatMayFindAnEarlierOneReadable(boolean ofTheChannel) {
    accepted(desk().publish(anna("new"), post, TARGET));
    eventsAreUnreadable();
    settleCommands();
    accepted(desk().republish(anna("typo"), post, TARGET));

    assertThat(conflict(replayDesk().replay(boris("upgraded"), replay(ofTheChannel, false))))
        .contains("a republish is on its way");
    deliver(2, "pending", "");
    accepted(replayDesk().replay(boris("upgraded"), replay(ofTheChannel, false)));
  }

  @Test
  void aNewGenerationOnItsWayKeepsNoReplayAwayThatFindsAllEarlierOnes() {
    deliver(1, "parked", "");
    accepted(desk().republish(anna("typo"), post, TARGET));

    accepted(replayDesk().replay(boris("outage"), replay(true, false)));
    assertThat(conflict(replayDesk().replay(boris("outage"), replay(true, true))))
        .contains("a republish is on its way");
  }

  @Test
  void ofTwoOperatorsAtOnceOneWins() throws Exception {
    deliver(1, "posted", "");
    for (int round = 0; round < 20; round++) {
      int next = round + 2;
      List<OrderReply> replies =
          atOnce(
              () -> desk().republish(anna("typo"), post, TARGET),
              () -> desk().republish(boris("typo"), post, TARGET));

      assertThat(replies.stream().filter(OrderReply.Accepted.class::isInstance)).hasSize(1);
      assertThat(messages("post")).hasSize(round + 1);
      settleCommands();
      deliver(next, "posted", "");
    }
  }

  @Test
  void aRetryAndARepublishAtOnceDoNotBothSend() throws Exception {
    for (int round = 0; round < 20; round++) {
      onePost();
      deliver(1, "parked", "");

      List<OrderReply> replies =
          atOnce(
              () -> retry(desk(), anna("try"), false),
              () -> desk().republish(boris("typo"), post, TARGET));

      assertThat(replies.stream().filter(OrderReply.Accepted.class::isInstance)).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aReplayThatMayWakeItAndARepublishAtOnceDoNotBothSend(boolean ofTheChannel) throws Exception {
    Command.Replay replay = replay(ofTheChannel, true);
    for (int round = 0; round < 20; round++) {
      onePost();
      deliver(1, "parked", "");

      List<OrderReply> replies =
          atOnce(
              () -> replayDesk().replay(anna("outage"), replay),
              () -> desk().republish(boris("typo"), post, TARGET));

      assertThat(replies.stream().filter(OrderReply.Accepted.class::isInstance)).hasSize(1);
      assertThat(messages("command")).hasSize(1);
    }
  }

  @Test
  void republishesToTwoTargetsOfAChannelAreBothGiven() throws Exception {
    for (int round = 0; round < 20; round++) {
      onePost();
      deliver(1, "posted", "");
      UUID english = UUID.randomUUID();
      database.execute(
          """
          with post as (
            insert into generator.blog_posts (id, edition_date, language, content_type, slug, title, summary,
              body_markdown, tags, canonical_url)
            values (?, '2026-11-30', 'en', 'digest', 'digest', 'Digest', 'Short.', 'Text.', '{one}',
              'https://example.org/en/digest')
            returning id)
          insert into publisher.delivery (post_id, target, event_id, channel, language, state, payload,
            external_id, created_at, posted_at)
          select id, 'telegraph-en', gen_random_uuid(), 'telegraph', 'en', 'posted', '{}', '1', now(), now()
          from post
          """,
          english);

      List<OrderReply> replies =
          atOnce(
              () -> desk().republish(anna("typo"), post, TARGET),
              () -> desk().republish(boris("typo"), english, "telegraph-en"));

      assertThat(replies).allMatch(OrderReply.Accepted.class::isInstance);
      assertThat(messages("post"))
          .containsExactlyInAnyOrder(
              "post.telegraph telegraph-en 2", "post.telegraph telegraph-ru 2");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"retry", "replay"})
  @Case("applied-between-two-reads")
  void whatIsAppliedWhileARepublishIsDecidedKeepsItAway(String order) {
    for (int place = 1; place <= READS; place++) {
      onePost();
      deliver(1, "parked", "");
      if (order.equals("retry")) {
        accepted(retry(desk(), anna("try"), false));
      } else {
        replayGoesOn();
      }
      int before = place;
      AtomicInteger statements = new AtomicInteger();
      Database moving =
          new WatchedDatabase(
              database.database(),
              (sql, arguments) -> {
                if (statements.incrementAndGet() == before) {
                  database.execute("update publisher.delivery set state = 'retry'");
                  database.execute(
                      "update publisher.replay set state = 'finished', ended_at = now()");
                  settleCommands();
                }
              });

      OrderReply reply = desk(moving).republish(boris("typo"), post, TARGET);

      assertThat(reply).as("before read %d", place).isInstanceOf(OrderReply.Conflict.class);
      assertThat(messages("post")).isEmpty();
      assertThat(statements).hasValue(READS);
    }
  }
}
