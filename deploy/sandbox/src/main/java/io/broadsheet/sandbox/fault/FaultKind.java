package io.broadsheet.sandbox.fault;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What can be made to go wrong. */
public enum FaultKind {
  /** No effect; the API's error. */
  ERROR,
  /** No effect; the API's way of asking for patience. */
  THROTTLE,
  /** No effect, no answer; the connection stays open. */
  HANG,
  /** The effect at once, the answer after a delay. */
  SLOW,
  /** No effect; the connection is reset. */
  RESET_BEFORE,
  /** The effect; then the connection is reset. */
  RESET_AFTER_EFFECT,
  /** The effect; then a gateway's error. */
  SERVER_ERROR_AFTER_EFFECT,
  /** A gateway's error now, the effect after a delay. */
  LATE_EFFECT,
  /** Only LLMs: a bad answer, in the way that {@code behaviour} names. */
  MISBEHAVE;

  /** The name in rules. */
  public String text() {
    return this == SERVER_ERROR_AFTER_EFFECT
        ? "5xx-after-effect"
        : name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<FaultKind> of(String text) {
    return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
  }

  static String all() {
    return Arrays.stream(values()).map(FaultKind::text).collect(Collectors.joining(", "));
  }
}
