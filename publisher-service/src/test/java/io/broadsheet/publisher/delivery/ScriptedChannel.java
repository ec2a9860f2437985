package io.broadsheet.publisher.delivery;

import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Part;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Rendered;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.channel.Verification;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** A channel that answers as a test says and remembers what it was asked. */
final class ScriptedChannel implements Channel {

  /** One call as it arrived. */
  record Sent(String json, Call call, long nanoTime) {

    String key() {
      return call.key();
    }
  }

  final List<Sent> sent = new CopyOnWriteArrayList<>();
  final List<Probe> probes = new CopyOnWriteArrayList<>();
  final List<Call> verifications = new CopyOnWriteArrayList<>();
  final AtomicInteger inFlight = new AtomicInteger();
  final AtomicInteger mostInFlight = new AtomicInteger();

  volatile BiFunction<Form, Call, Outcome> answer =
      (form, call) -> new Outcome.Posted("id-" + call.key(), "https://example.org/1");
  volatile Error broken;
  volatile Verification verification = new Verification.Passed("as a test says");
  volatile int parts = 1;
  volatile int forms = 1;
  volatile Sighting sighting = new Sighting.CannotTell("no listing");
  volatile Duration keyWindow = Duration.ZERO;
  volatile boolean repeatsAtOnce;
  volatile Runnable whileProbing = () -> {};
  volatile Runnable whileVerifying = () -> {};

  @Override
  public Rendered render(PostEvent post, Optional<URI> companion) {
    String link = companion.map(URI::toString).orElse(post.canonicalUrl());
    return new Rendered(
        IntStream.rangeClosed(1, parts).mapToObj(part -> new Part(forms(link, part))).toList());
  }

  private List<Form> forms(String link, int part) {
    return IntStream.rangeClosed(1, forms)
        .mapToObj(
            form ->
                new Form("{\"link\":\"%s\",\"part\":%d,\"form\":%d}".formatted(link, part, form)))
        .toList();
  }

  @Override
  public Outcome send(Form form, Call call) {
    mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
    try {
      sent.add(new Sent(form.json(), call, System.nanoTime()));
      return answer.apply(form, call);
    } finally {
      inFlight.decrementAndGet();
    }
  }

  @Override
  public Sighting probe(Form form, Probe probe) {
    probes.add(probe);
    whileProbing.run();
    return sighting;
  }

  @Override
  public Verification verify(Call call) {
    verifications.add(call);
    whileVerifying.run();
    if (broken != null) {
      throw broken;
    }
    return verification;
  }

  @Override
  public Duration keyWindow() {
    return keyWindow;
  }

  @Override
  public boolean repeatsAtOnce() {
    return repeatsAtOnce;
  }
}
