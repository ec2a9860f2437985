package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Sighting;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a person confirms, of a whole post or of one message, with probes beside it. */
class ConfirmPostedIT extends CommandTestBase {

  @Test
  @Case("C3")
  void aConfirmationWhileTheProberLooksIsTheOneTerminalState() {
    UUID post = uncertainPost();
    Claim probe = claim(steps, telegram).get(0);
    assertThat(probe.kind()).isEqualTo(Claim.Kind.PROBE);

    assertThat(commands.order(1, NAME, confirm(post))).isEqualTo("applied");
    String postedAt = delivery("posted_at", post, telegram);
    api.sighting = new Sighting.Found("78", "https://t.me/x/78");
    deliver(steps, telegram, probe);

    assertThat(delivery("state", post, telegram)).isEqualTo("posted");
    assertThat(delivery("external_id", post, telegram)).isEqualTo("77");
    assertThat(delivery("posted_at", post, telegram)).isEqualTo(postedAt);
    assertThat(
            database.query(
                "select telegram_posted_at::text from generator.blog_posts where id = ?", post))
        .containsExactly(postedAt);
  }

  @Test
  @Case("C3")
  void aConfirmationAfterTheProberFoundItChangesNothing() {
    UUID post = uncertainPost();
    api.sighting = new Sighting.Found("78", "https://t.me/x/78");
    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(commands.order(1, NAME, confirm(post))).isEqualTo("refused");
    assertThat(delivery("external_id", post, telegram)).isEqualTo("78");
  }

  @Test
  void aStampThatStandsIsNeverMoved() {
    UUID post = uncertainPost();
    database.execute(
        "update generator.blog_posts set telegram_posted_at = '2020-01-01' where id = ?", post);

    assertThat(commands.order(1, NAME, confirm(post))).isEqualTo("applied");

    assertThat(
            database.query(
                "select extract(year from telegram_posted_at) from generator.blog_posts where id = ?",
                post))
        .containsExactly("2020");
  }

  @Test
  void aConfirmedPostInPartsIsKnownByItsFirstAndItsPartsStandInTheLedger() {
    UUID post = duePost();
    api.parts = 2;
    deliver(steps, telegram, claim(steps, telegram).get(0));
    String firstId = "id-" + api.sent.get(0).key();

    assertThat(commands.order(1, NAME, confirm(post))).isEqualTo("applied");

    assertThat(delivery("external_id", post, telegram)).isEqualTo(firstId);
    assertThat(database.query("select external_id from publisher.part order by part"))
        .containsExactly(firstId, "77");
  }

  @Test
  void aConfirmedMessageOfSeveralIsNotSentAgainAndTheRestGoesOut() {
    api.parts = 3;
    UUID post = uncertainPost();
    database.execute("update publisher.delivery set created_at = created_at - interval '9 days'");
    api.sent.clear();
    api.answer = (form, call) -> new Outcome.Posted("id-" + call.key(), "https://t.me/x/1");

    UUID command = commands.receive(1, NAME, confirm(post));
    commands.settle();

    assertThat(commands.result(command)).isEqualTo("applied");
    assertThat(commands.reason(command))
        .isEqualTo("message 1 of 3 is confirmed; the rest goes out");
    assertThat(delivery("state || ' ' || part || ' ' || attempt", post, telegram))
        .isEqualTo("retry 2 0");
    assertThat(delivery("coalesce(uncertain_since, last_call_deadline)", post, telegram)).isNull();
    assertThat(
            database.query(
                "select count(*) from generator.blog_posts where telegram_posted_at is not null"))
        .containsExactly("0");
    assertThat(steps.parkOverdue().parkOverdue(List.of(telegram))).isZero();
    deliver(steps, telegram, claim(steps, telegram).get(0));
    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(api.sent)
        .extracting(sent -> sent.json().replaceAll(".*\"part\":(\\d).*", "$1"))
        .containsExactly("2", "3");
    assertThat(delivery("state || ' ' || external_id", post, telegram)).isEqualTo("posted 77");
    assertThat(claim(steps, telegram)).isEmpty();
  }

  @Test
  void aPostInPartsOfWhichNoneIsUncertainIsConfirmedAsAWhole() {
    api.parts = 3;
    UUID post = duePost();
    api.answer = (form, call) -> new Outcome.NotSent("connect", "refused");
    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(commands.order(1, NAME, confirm(post))).isEqualTo("applied");

    assertThat(delivery("state || ' ' || external_id", post, telegram)).isEqualTo("posted 77");
  }

  @Test
  void whatWasSkippedStaysUnsentWhenItsFirstMessageIsConfirmed() {
    api.parts = 3;
    UUID post = uncertainPost();
    assertThat(commands.order(1, NAME, skip(post, true))).isEqualTo("applied");

    assertThat(commands.order(2, NAME, confirm(post))).isEqualTo("applied");

    assertThat(delivery("state", post, telegram)).isEqualTo("posted");
  }
}
