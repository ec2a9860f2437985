package io.broadsheet.generator.writing;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the repeated questions of one attempt at an edition, over all its writers and steps. */
public final class Repeats {

  private final long begun = System.nanoTime();
  private final AtomicInteger taken = new AtomicInteger();

  /** Takes one more, unless the edition's count or time is used up. */
  boolean take(RetrySettings settings) {
    Duration elapsed = Duration.ofNanos(System.nanoTime() - begun);
    return elapsed.compareTo(settings.editionTime()) < 0
        && taken.getAndUpdate(count -> Math.min(count, settings.editionRepeats() - 1) + 1)
            < settings.editionRepeats();
  }
}
