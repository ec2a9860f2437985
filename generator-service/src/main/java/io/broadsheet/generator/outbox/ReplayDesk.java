package io.broadsheet.generator.outbox;

import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.generator.outbox.CommandDesk.Decision;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.UUID;

/** Takes the orders to replay, and to end a replay. */
@ApplicationScoped
public class ReplayDesk {

  private final CommandDesk desk;
  private final ReplayFacts facts;

  ReplayDesk(CommandDesk desk, ReplayFacts facts) {
    this.desk = desk;
    this.facts = facts;
  }

  /** The channel of a target, if that is configured. */
  public Optional<ChannelKind> channelOf(String target) {
    return desk.channelOf(target);
  }

  /**
   * Orders a replay. One that may make an earlier generation of a post due is refused while a
   * repetition of that post is on its way to the same target: both would be sent.
   */
  public OrderReply replay(Orderer orderer, Command.Replay replay) {
    return desk.decide(
        orderer,
        key(replay),
        generation -> replay,
        turn ->
            !replay.dryRun() && facts.isRepetitionUnderWay(replay)
                ? Decision.no(
                    new OrderReply.Conflict(
                        "a republish is on its way to the same target; try again in a moment"))
                : Decision.yes(replay));
  }

  /** Orders the end of a replay that has begun. */
  public OrderReply cancel(Orderer orderer, UUID replayId) {
    Optional<CommandEvent> order = facts.order(replayId);
    if (order.isEmpty() || !(order.get().command() instanceof Command.Replay replay)) {
      return new OrderReply.NotFound("there is no replay " + replayId);
    }
    return desk.decide(
        orderer,
        key(replay),
        generation -> new Command.CancelReplay(replayId),
        turn ->
            switch (facts.state(replayId)) {
              case "waiting", "running" -> Decision.yes(new Command.CancelReplay(replayId));
              case "accepted" ->
                  Decision.no(
                      new OrderReply.Conflict(
                          "the publisher has not taken the replay in yet; try again in a moment"));
              default ->
                  Decision.no(
                      new OrderReply.Conflict(
                          "the replay is " + facts.state(replayId) + " already"));
            });
  }

  private static String key(Command.Replay replay) {
    return replay.target() == null ? replay.channel() : replay.target();
  }
}
