package io.broadsheet.generator.edition;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What becomes of an edition whose texts are ready. */
public enum ApprovalMode {
  /** It is published at once. */
  AUTO,
  /** It is held, and published by itself after a time. */
  HOLD,
  /** It is held until a person approves or rejects it, for ever if need be. */
  MANUAL;

  /** The name as configured, for instance {@code hold}. */
  public String configName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The mode of that name; empty if there is none. */
  static Optional<ApprovalMode> find(String configName) {
    return Arrays.stream(values()).filter(mode -> mode.configName().equals(configName)).findFirst();
  }
}
