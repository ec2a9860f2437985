package io.broadsheet.publisher.delivery;

import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Rendered;
import io.broadsheet.publisher.channel.Sighting;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/** A channel that answers as a test says and remembers what it was asked. */
final class ScriptedChannel implements Channel {

  /** One call as it arrived. */
  record Sent(String json, String key, long nanoTime) {}

  final List<Sent> sent = new CopyOnWriteArrayList<>();
  final List<Probe> probes = new CopyOnWriteArrayList<>();
  final AtomicInteger inFlight = new AtomicInteger();
  final AtomicInteger mostInFlight = new AtomicInteger();

  volatile BiFunction<Rendered, Call, Outcome> answer =
      (rendered, call) -> new Outcome.Posted("id-" + call.key(), "https://example.org/1");
  volatile Sighting sighting = new Sighting.CannotTell("no listing");
  volatile Duration keyWindow = Duration.ZERO;

  @Override
  public Rendered render(PostEvent post, Optional<URI> companion) {
    return new Rendered(
        "{\"link\": \"%s\"}".formatted(companion.map(URI::toString).orElse(post.canonicalUrl())));
  }

  @Override
  public Outcome send(Rendered rendered, Call call) {
    mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
    try {
      sent.add(new Sent(rendered.json(), call.key(), System.nanoTime()));
      return answer.apply(rendered, call);
    } finally {
      inFlight.decrementAndGet();
    }
  }

  @Override
  public Sighting probe(Rendered rendered, Probe probe) {
    probes.add(probe);
    return sighting;
  }

  @Override
  public Duration keyWindow() {
    return keyWindow;
  }
}
