package io.broadsheet.publisher.channel;

import io.broadsheet.common.event.PostEvent;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Holds every channel to the port's promises: what leaves it holds no secret, and a fault of its
 * code is not an exception but {@link Outcome.Unknown}, {@link Sighting.CannotTell} or {@link
 * Verification.Unclear}, for bytes may have left before it.
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
  public Outcome send(Form form, Call call) {
    try {
      return clean(channel.send(form, call));
    } catch (RuntimeException e) {
      return new Outcome.Unknown("fault", redaction.apply("a fault of the channel's code: " + e));
    }
  }

  @Override
  public Sighting probe(Form form, Probe probe) {
    try {
      return clean(channel.probe(form, probe));
    } catch (RuntimeException e) {
      return new Sighting.CannotTell(redaction.apply("a fault of the channel's code: " + e));
    }
  }

  @Override
  public Verification verify(Call call) {
    try {
      return clean(channel.verify(call));
    } catch (RuntimeException e) {
      return new Verification.Unclear(redaction.apply("a fault of the channel's code: " + e));
    }
  }

  @Override
  public Duration keyWindow() {
    return channel.keyWindow();
  }

  @Override
  public boolean repeatsAtOnce() {
    return channel.repeatsAtOnce();
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
    } else if (outcome instanceof Outcome.Moved moved) {
      return new Outcome.Moved(moved.move(), code, message);
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
    } else if (sighting instanceof Sighting.Throttled throttled) {
      return new Sighting.Throttled(throttled.after(), redaction.apply(throttled.message()));
    }
    return sighting;
  }

  private Verification clean(Verification verification) {
    String message = redaction.apply(verification.message());
    if (verification instanceof Verification.Passed) {
      return new Verification.Passed(message);
    } else if (verification instanceof Verification.Failed) {
      return new Verification.Failed(message);
    } else if (verification instanceof Verification.Throttled throttled) {
      return new Verification.Throttled(throttled.after(), message);
    }
    return new Verification.Unclear(message);
  }
}
