package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.event.Command;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.command.CommandScene;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

/** A target, a replica that delivers to it, and commands to its deliveries. */
abstract class CommandTestBase extends PressTestBase {

  static final String NAME = "telegram-ru";

  final ScriptedChannel api = new ScriptedChannel();
  final OpenTarget telegram = target(NAME, api, policy());
  DeliverySteps steps;
  CommandScene commands;

  @BeforeEach
  void open() {
    database.execute("truncate publisher.command");
    steps = steps(first, "one", telegram);
    commands = new CommandScene(database, first, new DueSignals());
  }

  UUID duePost() {
    UUID post = post();
    due(post, telegram);
    return post;
  }

  UUID uncertainPost() {
    UUID post = duePost();
    api.answer = (form, call) -> new Outcome.Unknown("timeout", "no answer");
    deliver(steps, telegram, claim(steps, telegram).get(0));
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
    database.execute("update publisher.delivery set next_attempt_at = clock_timestamp()");
    return post;
  }

  static Command.Retry retry(UUID post, boolean force) {
    return new Command.Retry(post, 1, force);
  }

  static Command.Skip skip(UUID post, boolean force) {
    return new Command.Skip(post, 1, force);
  }

  static Command.ConfirmPosted confirm(UUID post) {
    return new Command.ConfirmPosted(post, 1, "77", "https://t.me/x/77");
  }
}
