package io.broadsheet.common.delivery;

import io.broadsheet.common.event.Command;

/**
 * The one place that decides what a command may do to a delivery in which state; {@code
 * docs/delivery-states.md} has the table. The newsroom asks it to refuse at once what cannot work,
 * the press asks it when the command arrives. It reads no clock and no database.
 */
public final class CommandRules {

  private static final Verdict APPLY = new Verdict.Apply();
  private static final Verdict WAIT = new Verdict.Wait();

  private CommandRules() {}

  /** Judges it. */
  public static Verdict judge(Command.OfStandingDelivery command, Standing standing) {
    if (standing.superseded()) {
      return new Verdict.Supersede("a later command has been applied to this delivery");
    }
    if (standing.behind()) {
      return WAIT;
    }
    if (standing.outdated()) {
      return refuse("a later generation of this post has been made; this one stays as it is");
    }
    if (command instanceof Command.ConfirmPosted) {
      return confirmPosted(standing);
    }
    if (standing.state() == DeliveryState.SENDING || standing.claimed()) {
      return WAIT;
    }
    return command instanceof Command.Retry retry
        ? retry(standing, retry.force())
        : skip(standing, ((Command.Skip) command).force());
  }

  private static Verdict confirmPosted(Standing standing) {
    return switch (standing.state()) {
      // A probe has no effect: its answer comes too late. A call's must be known.
      case SENDING -> WAIT;
      case PENDING, RETRY, UNKNOWN, PARKED, SKIPPED -> APPLY;
      case POSTED -> refuse("it is posted already");
    };
  }

  private static Verdict retry(Standing standing, boolean force) {
    return switch (standing.state()) {
      case PENDING -> refuse("it waits for its first try, which nobody has to order");
      case RETRY -> APPLY;
      case UNKNOWN, PARKED ->
          (standing.state() == DeliveryState.UNKNOWN || standing.uncertain()) && !force
              ? refuse(
                  "it may be on the channel: look there, then confirm-posted if it is there, or"
                      + " retry with force if it is not")
              : APPLY;
      case POSTED -> refuse("it is posted; republish sends it once more");
      case SKIPPED -> refuse("it is skipped; republish sends it after all");
      case SENDING -> WAIT;
    };
  }

  private static Verdict skip(Standing standing, boolean force) {
    return switch (standing.state()) {
      case PENDING, RETRY, UNKNOWN, PARKED ->
          standing.mayExist() && !force
              ? refuse(
                  standing.begun()
                      ? "parts of it are on the channel; skip with force leaves them alone there"
                      : "it may be on the channel: look there, then confirm-posted if it is there,"
                          + " or skip with force if it is not")
              : APPLY;
      case POSTED -> refuse("it is posted; what is out cannot be taken back here");
      case SKIPPED -> refuse("it is skipped already");
      case SENDING -> WAIT;
    };
  }

  private static Verdict refuse(String reason) {
    return new Verdict.Refuse(reason);
  }
}
