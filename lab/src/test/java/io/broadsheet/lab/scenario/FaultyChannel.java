package io.broadsheet.lab.scenario;

import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Sighting;
import java.util.Optional;
import java.util.concurrent.Executor;

/** A real channel with a fault point before and after each call and probe. */
final class FaultyChannel extends ForwardingChannel {

  private static final String SEND = "send";
  private static final String PROBE = "probe";

  private final Channel channel;
  private final Lifeline lifeline;
  private final Executor later;

  /**
   * @param later makes the calls whose effect comes late
   */
  FaultyChannel(Channel channel, Lifeline lifeline, Executor later) {
    super(channel);
    this.channel = channel;
    this.lifeline = lifeline;
    this.later = later;
  }

  @Override
  public Outcome send(Form form, Call call) {
    Optional<Fault.Kind> before = lifeline.pass(FaultPoint.before(SEND));
    if (before.equals(Optional.of(Fault.Kind.LATE_EFFECT))) {
      // The request is on its way; nobody hears of it any more.
      later.execute(() -> sendLate(form, call));
      return new Outcome.Unknown("lab", "the answer is lost, the effect comes later");
    }
    if (before.isPresent()) {
      return new Outcome.NotSent("lab", "no connection");
    }
    Outcome outcome = channel.send(form, call);
    return lifeline.pass(FaultPoint.after(SEND)).isPresent()
        ? new Outcome.Unknown("lab", "the answer is lost: " + outcome)
        : outcome;
  }

  // As late as a call may still be written.
  private void sendLate(Form form, Call call) {
    try {
      Thread.sleep(call.deadline().remaining().toMillis() / 2);
      channel.send(form, call);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public Sighting probe(Form form, Probe probe) {
    if (lifeline.pass(FaultPoint.before(PROBE)).isPresent()) {
      return new Sighting.CannotTell("no connection");
    }
    Sighting sighting = channel.probe(form, probe);
    return lifeline.pass(FaultPoint.after(PROBE)).isPresent()
        ? new Sighting.CannotTell("the answer is lost")
        : sighting;
  }
}
