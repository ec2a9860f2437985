package io.broadsheet.generator.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.database.Database;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of orders on their way into the outbox. */
class CommandDeskIT extends OrderTestBase {

  @Test
  @Case("D21")
  void anOldPostGoesToANewTargetOnce() {
    UUID id = accepted(desk().publish(anna("new"), post, TARGET));

    assertThat(messages("post")).containsExactly("post.telegraph telegraph-ru 1");
    assertThat(messages("command")).containsExactly("command telegraph-ru 1");
    assertThat(postEvent())
        .isEqualTo(
            new PostEvent(
                1,
                post,
                TARGET,
                "telegraph",
                "ru",
                1,
                LocalDate.of(2026, 11, 30),
                "digest",
                "svod",
                "Свод",
                "Кратко.",
                "Текст.",
                List.of("one"),
                "https://example.org/ru/svod"));
    CommandEvent command = command(id);
    assertThat(command.command()).isEqualTo(new Command.Publish(post, 1));
    assertThat(command.operator() + ": " + command.reason()).isEqualTo("anna: new");
    assertThat(ordered).containsExactly(new CommandOrdered(id));
    assertThat(conflict(desk().publish(anna("again"), post, TARGET))).contains("republish");
    deliver(1, "posted", "");
    settleCommands();
    assertThat(conflict(desk().publish(anna("again"), post, TARGET))).contains("republish");
    assertThat(messages("post")).hasSize(1);
  }

  @Test
  void publishNeedsAKnownPostATargetAndItsLanguage() {
    UUID unknown = UUID.randomUUID();
    assertThat(desk().publish(anna("x"), unknown, TARGET))
        .isEqualTo(new OrderReply.NotFound("there is no post " + unknown));
    assertThat(((OrderReply.NotFound) desk().publish(anna("x"), post, "vk-ru")).why())
        .contains("vk-ru", "telegraph-en, telegraph-ru");
    assertThat(conflict(desk().publish(anna("x"), post, "telegraph-en"))).contains("en", "ru");
    assertThat(messages("post")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPostThatDoesNotFitIntoAMessageIsRefusedAndNothingIsWritten(boolean republished) {
    database.execute(
        "update generator.blog_posts set body_markdown = repeat('ж', ?)",
        Topics.MAX_PAYLOAD_BYTES / 2);
    if (republished) {
      deliver(1, "posted", "");
    }

    OrderReply reply =
        republished
            ? desk().republish(anna("typo"), post, TARGET)
            : desk().publish(anna("new"), post, TARGET);

    assertThat(conflict(reply)).contains("in ru", TARGET, "a message may have", "by hand");
    assertThat(messages("command")).isEmpty();
    assertThat(messages("post")).isEmpty();
    assertThat(ordered).isEmpty();
  }

  @Test
  void whatTheStateForbidsIsRefusedAtOnceAndWhatACallDecidesIsNot() {
    deliver(1, "unknown", "uncertain_since = now()");
    assertThat(conflict(retry(desk(), anna("x"), false))).contains("confirm-posted", "force");
    accepted(retry(desk(), anna("x"), true));

    onePost();
    deliver(1, "sending", "lease_until = now() + interval '1h'");
    accepted(skip(anna("x")));

    onePost();
    deliver(1, "posted", "");
    assertThat(conflict(skip(anna("x")))).contains("posted");
  }

  @Test
  void ordersGoToTheNewestGeneration() {
    deliver(1, "posted", "");
    deliver(2, "parked", "");

    UUID id = accepted(skip(anna("x")));

    assertThat(command(id).command()).isEqualTo(new Command.Skip(post, 2, false));
  }

  @Test
  void whatIsNotThereIsNotFound() {
    assertThat(((OrderReply.NotFound) skip(anna("x"))).why()).contains("publish sends it there");
    post = UUID.randomUUID();
    assertThat(((OrderReply.NotFound) skip(anna("x"))).why()).contains("there is no post");
    OrderReply reply = desk().orderOfTarget(anna("x"), "vk-ru", new Command.Resume());
    assertThat(((OrderReply.NotFound) reply).why()).contains("no target vk-ru");
  }

  @Test
  void aTargetThatOnlyThePublisherKnowsCanBePaused() {
    database.execute(
        "insert into publisher.target_state (target, channel, language) values ('vk-ru', 'vk', 'ru')");
    OffsetDateTime until = OffsetDateTime.parse("2999-12-01T09:00:00Z");

    UUID id = accepted(desk().orderOfTarget(anna("x"), "vk-ru", new Command.Pause(until)));

    assertThat(command(id).command()).isEqualTo(new Command.Pause(until));
    assertThat(accepted(desk().orderOfTarget(anna("x"), "vk-ru", new Command.Pause(until))))
        .isEqualTo(id);
    assertThat(accepted(desk().orderOfTarget(anna("x"), "vk-ru", new Command.Pause(null))))
        .isNotEqualTo(id);
  }

  @Test
  @Case("pause-until-yesterday")
  void aPauseEndsInTheFutureByTheDatabasesClock() {
    Orderer keyed = Orderer.of(Optional.of("k1"), "anna", "x");
    Command.OfTarget past = new Command.Pause(OffsetDateTime.parse("2020-01-01T00:00:00Z"));

    assertThat(desk().orderOfTarget(keyed, TARGET, past))
        .isInstanceOfSatisfying(
            OrderReply.Invalid.class, no -> assertThat(no.why()).contains("until", "2020-01-01"));
    assertThat(messages("command")).isEmpty();

    accepted(
        desk()
            .orderOfTarget(
                keyed, TARGET, new Command.Pause(OffsetDateTime.parse("2999-01-01T00:00:00Z"))));
    database.execute(
        "update generator.outbox set payload ="
            + " jsonb_set(payload, '{command,until}', '\"2020-01-01T00:00:00Z\"')");
    assertThat(accepted(desk().orderOfTarget(keyed, TARGET, past)))
        .as("it was to come when it was given")
        .isEqualTo(keyed.commandId());
  }

  @Test
  @Case("order-found-again-wakes-nobody")
  void anOrderWhoseAnswerWasLostWakesTheRelay() {
    // The server commits it, the answer is lost, and the pool sends it once more.
    Database losing =
        new WatchedDatabase(
            database.database(),
            (sql, arguments) -> {
              if (sql.contains("insert into generator.outbox")) {
                database.database().runRepeatable(sql, arguments);
              }
            });

    UUID id = accepted(desk(losing).orderOfTarget(anna("x"), TARGET, new Command.Pause(null)));

    assertThat(messages("command")).hasSize(1);
    assertThat(ordered).containsExactly(new CommandOrdered(id));
  }
}
