package io.broadsheet.generator.testing;

import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that a test sets. */
@Alternative
@Priority(1)
@Singleton
public class TestClock implements InstantSource {

  private volatile Instant now = Instant.parse("2026-03-10T09:00:00Z");

  public void set(String instant) {
    now = Instant.parse(instant);
  }

  @Override
  public Instant instant() {
    return now;
  }
}
