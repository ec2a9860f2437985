package io.broadsheet.publisher.delivery;

import io.broadsheet.publisher.channel.Hold;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What each target's API last asked of this process, whatever it was asked by. */
final class Holds {

  private final Map<String, Hold> byTarget = new ConcurrentHashMap<>();

  /** That of one target. */
  Hold of(OpenTarget target) {
    return byTarget.computeIfAbsent(target.name(), name -> Hold.none());
  }
}
