package io.broadsheet.common.event;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

/** Commands for tests, each kind with and without what may be missing. */
final class CommandEvents {

  private static final UUID POST = UUID.fromString("0d9e6d0c-7c0b-4c58-8f0e-0f6f3f3d4a11");
  private static final OffsetDateTime AT = OffsetDateTime.parse("2026-11-30T09:00:00.123456Z");

  static final CommandEvent SKIP =
      new CommandEvent(
          CommandEvent.VERSION,
          UUID.fromString("5a7f3c35-8d4e-4d0e-9d83-1c1f0a5e2b10"),
          "telegram-ru",
          "Анна",
          "stale",
          AT,
          new Command.Skip(POST, 2, true));

  static final List<Command> COMMANDS =
      List.of(
          new Command.Publish(POST, 1),
          new Command.Retry(POST, 1, true),
          new Command.Skip(POST, 3, false),
          new Command.ConfirmPosted(POST, 1, "77", "https://t.me/name/77"),
          new Command.ConfirmPosted(POST, 1, "77", null),
          new Command.Republish(POST, 2),
          new Command.Pause(AT),
          new Command.Pause(null),
          new Command.Resume(),
          new Command.Replay(
              "telegram", "telegram-ru", AT, AT.plusDays(1), true, false, true, false),
          new Command.Replay("telegram", null, AT, AT.plusDays(1), false, true, false, true),
          new Command.CancelReplay(SKIP.id()));

  private CommandEvents() {}

  static CommandEvent of(Command command) {
    return new CommandEvent(
        CommandEvent.VERSION, SKIP.id(), SKIP.target(), SKIP.operator(), null, AT, command);
  }
}
