package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Rendered;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Commands that wait for the end of a claim, or cannot be settled, and hold up no other. */
class WaitingCommandsIT extends CommandTestBase {

  @Test
  @Case("C2")
  void aSkipDuringTheCallWaitsForItsEndAndIsRefusedIfItWasPosted() {
    UUID post = duePost();
    Claim claim = claim(steps, telegram).get(0);
    UUID command = commands.receive(1, NAME, skip(post, false));

    assertThat(commands.settle()).isTrue();
    assertThat(commands.result(command)).isEqualTo("accepted");
    assertThat(commands.reason(command)).contains("under way");
    assertThat(delivery("state", post, telegram)).isEqualTo("sending");
    deliver(steps, telegram, claim);

    assertThat(commands.settle()).isFalse();
    assertThat(commands.result(command)).isEqualTo("refused");
    assertThat(commands.reason(command)).contains("posted");
    assertThat(delivery("state", post, telegram)).isEqualTo("posted");
  }

  @Test
  @Case("C2")
  void aSkipDuringTheCallIsAppliedIfNothingWasSentAndComesBeforeTheNextTry() {
    UUID post = duePost();
    api.answer = (form, call) -> new Outcome.NotSent("connect", "refused");
    Claim claim = claim(steps, telegram).get(0);
    UUID command = commands.receive(1, NAME, skip(post, false));
    commands.settle();
    deliver(steps, telegram, claim);
    database.execute("update publisher.delivery set next_attempt_at = clock_timestamp()");

    assertThat(claim(steps, telegram)).as("the command comes first").isEmpty();
    commands.settle();

    assertThat(commands.result(command)).isEqualTo("applied");
    assertThat(delivery("state", post, telegram)).isEqualTo("skipped");
    assertThat(delivery("last_error", post, telegram)).isEqualTo("skipped by anna: because");
    assertThat(claim(steps, telegram)).isEmpty();
  }

  @Test
  void aWaitingCommandHoldsUpNoOther() {
    UUID busy = duePost();
    claim(steps, telegram);
    UUID other = duePost();
    UUID waiting = commands.receive(1, NAME, skip(busy, false));
    UUID behind = commands.receive(2, NAME, new Command.Retry(busy, 1, true));
    UUID free = commands.receive(3, NAME, skip(other, false));

    assertThat(commands.settle()).isTrue();

    assertThat(commands.result(free)).isEqualTo("applied");
    assertThat(commands.result(waiting)).isEqualTo("accepted");
    assertThat(commands.result(behind)).isEqualTo("accepted");
  }

  @Test
  void anyNumberOfWaitingCommandsHoldsUpNoOther() {
    UUID busy = duePost();
    claim(steps, telegram);
    // More than are read at once, and all of one time.
    int many = 1_001;
    OffsetDateTime at = OffsetDateTime.parse("2026-12-01T09:00:00Z");
    for (int i = 1; i <= many; i++) {
      commands.receive(
          i, new CommandEvent(1, UUID.randomUUID(), NAME, "anna", "why", at, skip(busy, false)));
    }
    UUID pause = commands.receive(many + 1, NAME, new Command.Pause(null));

    assertThat(commands.settle()).isTrue();

    assertThat(commands.result(pause)).isEqualTo("applied");
    assertThat(database.query("select id from publisher.command where result is null"))
        .hasSize(many);
  }

  @Test
  void whatWaitsForADeadHoldersLeaseIsDecidedWhenThatHasEnded() {
    UUID post = duePost();
    Claim dead = claim(steps, telegram).get(0);
    new Freeze(first).freeze(dead, Rendered.of(new Form("{}")));
    UUID command = commands.receive(1, NAME, skip(post, false));
    commands.settle();
    endLease(post);
    assertThat(commands.settle()).as("may still be sending").isTrue();

    steps.expireLeases().expireLeases();
    commands.settle();

    assertThat(commands.result(command)).isEqualTo("refused");
    assertThat(commands.reason(command)).contains("confirm-posted");
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
  }

  @Test
  @Case("C4")
  void anOrderThatCannotBeReadOrDoneHoldsUpNoOther() {
    UUID post = uncertainPost();
    database.execute("update publisher.delivery set channel = 'gone'");
    UUID strange = commands.receive(1, NAME, skip(post, true));
    database.execute(
        "update publisher.command set event = '{\"v\":1,\"command\":{\"kind\":\"tomorrow\"}}'");
    UUID gone = commands.receive(2, NAME, confirm(post));
    UUID pause = commands.receive(3, NAME, new Command.Pause(null));

    assertThat(commands.settle()).isFalse();

    assertThat(commands.result(pause)).isEqualTo("applied");
    assertThat(commands.result(strange)).isEqualTo("refused");
    assertThat(commands.reason(strange)).contains("tomorrow", "order it again");
    assertThat(commands.result(gone)).isEqualTo("refused");
    assertThat(commands.reason(gone)).contains("no channel gone");
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
  }

  @Test
  void anOrderThatFailsWaitsAndHoldsUpNoOther() {
    UUID post = duePost();
    UUID failing = commands.receive(1, NAME, skip(post, false));
    UUID pause = commands.receive(2, NAME, new Command.Pause(null));
    database.execute(
        """
        create function publisher.fail() returns trigger language plpgsql as
          $$ begin raise exception 'as a lock that is not had' using errcode = '55P03'; end $$
        """);
    database.execute(
        "create trigger fail before update on publisher.delivery"
            + " for each row execute function publisher.fail()");
    try {
      assertThat(commands.settle()).isTrue();
    } finally {
      database.execute("drop function publisher.fail() cascade");
    }

    assertThat(commands.result(pause)).isEqualTo("applied");
    assertThat(commands.result(failing)).isEqualTo("accepted");
    assertThat(commands.settle()).isFalse();
    assertThat(commands.result(failing)).isEqualTo("applied");
  }
}
