package io.broadsheet.lab.tier1;

import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Rendered;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.channel.Verification;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/** A real channel with a fault point before and after each call and probe. */
record FaultyChannel(Channel channel, Lifeline lifeline, Executor later) implements Channel {

  static final String SEND = "send";
  static final String PROBE = "probe";

  @Override
  public Rendered render(PostEvent post, Optional<URI> companion) {
    return channel.render(post, companion);
  }

  @Override
  public Outcome send(Form form, Call call) {
    Optional<Fault.Kind> before = lifeline.pass(FaultPoint.before(SEND));
    if (before.equals(Optional.of(Fault.Kind.LATE_EFFECT))) {
      // The request is on its way; nobody hears of it any more.
      later.execute(() -> channel.send(form, call));
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

  @Override
  public Verification verify(Call call) {
    return channel.verify(call);
  }

  @Override
  public Duration keyWindow() {
    return channel.keyWindow();
  }
}
