package io.broadsheet.generator.outbox;

import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.generator.outbox.OrderFacts.Generation;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * One more generation of a post at a target, and all that may stand against it.
 *
 * @param channel the target's
 * @param unsettled a command without a result that may still change or make a delivery of the post
 * @param replayGoesOn whether a replay may make an earlier generation of it due
 * @param generations the earlier ones, the first one first
 */
record Repetition(
    UUID postId,
    String target,
    String channel,
    Optional<CommandEvent> unsettled,
    boolean replayGoesOn,
    List<Generation> generations) {

  static Repetition read(OrderFacts facts, UUID postId, String target, String channel) {
    // The way an order goes: one that is applied between two reads shows in the later one.
    Optional<CommandEvent> unsettled = facts.unsettled(postId, target, channel);
    boolean replayGoesOn = facts.replayGoesOn(channel, target);
    List<Generation> generations = facts.generations(postId, target);
    return new Repetition(postId, target, channel, unsettled, replayGoesOn, generations);
  }

  /** Its number, if there is no obstacle. */
  int next() {
    return generations.get(generations.size() - 1).number() + 1;
  }

  /** Why it may not be sent now, for a person, with what to do; empty if it may. */
  Optional<String> obstacle() {
    if (generations.isEmpty()) {
      return Optional.of("the post has not been sent to " + target + " yet; publish does that");
    }
    return unsettledGeneration().or(this::replay).or(this::command);
  }

  private Optional<String> unsettledGeneration() {
    for (Generation one : generations) {
      if (one.standing() == null && !one.dead()) {
        return Optional.of(one.whyNotThere());
      }
      if (one.standing() != null && !one.standing().isFinal()) {
        return Optional.of(
            "generation "
                + one.number()
                + " is "
                + one.standing().state().wireName()
                + (one.standing().mayExist() ? " and may be on the channel" : "")
                + "; settle it first: confirm-posted, skip, or let it be delivered");
      }
    }
    return Optional.empty();
  }

  private Optional<String> replay() {
    return replayGoesOn
        ? Optional.of("a replay of " + channel + " goes on; wait for its end or cancel it")
        : Optional.empty();
  }

  private Optional<String> command() {
    return unsettled.map(
        other ->
            other.command().kind()
                + ", ordered by "
                + other.operator()
                + ", is not settled yet; follow it at /api/commands/"
                + other.id());
  }
}
