package io.broadsheet.publisher.channel;

import io.broadsheet.common.event.PostEvent;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Holds every channel to the port's promises: what leaves it holds no secret, and a fault of its
 * code is not an exception but {@link Outcome.Unknown} or {@link Sighting.CannotTell}, for bytes
 * may have left before it.
 */
public final class GuardedChannel implements Channel {

  private final Channel channel;
  private final Redaction redaction;

  /**
   * @param channel the channel to guard
   * @param redaction knows the target's secrets
   */
  public GuardedChannel(Channel channel, Redaction redaction) {
    this.channel = channel;
    this.redaction = redaction;
  }

  @Override
  public Rendered render(PostEvent post, Optional<URI> companion) {
    return channel.render(post, companion);
  }

  @Override
  public Outcome send(Rendered rendered, Call call) {
    try {
      return clean(channel.send(rendered, call));
    } catch (RuntimeException e) {
      return new Outcome.Unknown("fault", redaction.apply("a fault of the channel's code: " + e));
    }
  }

  @Override
  public Sighting probe(Rendered rendered, Probe probe) {
    try {
      return clean(channel.probe(rendered, probe));
    } catch (RuntimeException e) {
      return new Sighting.CannotTell(redaction.apply("a fault of the channel's code: " + e));
    }
  }

  @Override
  public Duration keyWindow() {
    return channel.keyWindow();
  }

  private Outcome clean(Outcome outcome) {
    String code = redaction.apply(outcome.code());
    String message = redaction.apply(outcome.message());
    if (outcome instanceof Outcome.NotSent) {
      return new Outcome.NotSent(code, message);
    } else if (outcome instanceof Outcome.Throttled throttled) {
      return new Outcome.Throttled(throttled.after(), code, message);
    } else if (outcome instanceof Outcome.Deferred deferred) {
      return new Outcome.Deferred(deferred.after(), code, message);
    } else if (outcome instanceof Outcome.Rejected rejected) {
      return new Outcome.Rejected(rejected.cause(), code, message);
    } else if (outcome instanceof Outcome.Unknown) {
      return new Outcome.Unknown(code, message);
    }
    return outcome;
  }

  private Sighting clean(Sighting sighting) {
    if (sighting instanceof Sighting.Absent absent) {
      return new Sighting.Absent(redaction.apply(absent.message()));
    } else if (sighting instanceof Sighting.CannotTell cannotTell) {
      return new Sighting.CannotTell(redaction.apply(cannotTell.message()));
    }
    return sighting;
  }
}
