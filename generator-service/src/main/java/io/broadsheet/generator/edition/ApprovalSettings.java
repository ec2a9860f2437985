package io.broadsheet.generator.edition;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Durations;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * Who lets editions out.
 *
 * @param mode {@code broadsheet.approval.mode}, auto
 * @param holdFor how long an edition is held in mode {@code hold} ({@code
 *     broadsheet.approval.hold-for}, 2h, 1s to 30d)
 * @param publishingEnabled the kill switch ({@code broadsheet.publishing.enabled}, true): while it
 *     is off, editions are written and held
 */
public record ApprovalSettings(ApprovalMode mode, Duration holdFor, boolean publishingEnabled) {

  private static final String MODE = "broadsheet.approval.mode";
  private static final String HOLD_FOR = "broadsheet.approval.hold-for";
  private static final String ENABLED = "broadsheet.publishing.enabled";
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(30);

  /**
   * Reads and checks them.
   *
   * @throws ConfigurationFault naming the first key at fault
   */
  public static ApprovalSettings read(Config config) {
    String mode = config.getOptionalValue(MODE, String.class).orElse("auto").strip();
    return new ApprovalSettings(
        ApprovalMode.find(mode)
            .orElseThrow(
                () ->
                    new ConfigurationFault(
                        MODE, "is \"" + mode + "\"; write auto, hold or manual")),
        holdFor(config),
        enabled(config));
  }

  /** Whether an edition goes out as soon as its texts are ready. */
  boolean publishesAtOnce() {
    return publishingEnabled && mode == ApprovalMode.AUTO;
  }

  /** Whether a held edition whose time has come is published without a person. */
  public boolean releasesByItself() {
    return publishingEnabled && mode != ApprovalMode.MANUAL;
  }

  /** After what time an edition that becomes held may go out by itself; empty: never. */
  Optional<Duration> releaseAfter() {
    return switch (mode) {
      case AUTO -> Optional.of(Duration.ZERO);
      case HOLD -> Optional.of(holdFor);
      case MANUAL -> Optional.empty();
    };
  }

  /**
   * Why an edition is held, for a person.
   *
   * @param timed whether it has a time at which it may go out by itself
   */
  public String whyHeld(boolean timed) {
    if (!publishingEnabled) {
      return "publishing is switched off (" + ENABLED + "=false)";
    }
    return timed && releasesByItself()
        ? "is published by itself when its time comes, unless it is rejected before"
        : "waits for a person to approve or reject it";
  }

  private static Duration holdFor(Config config) {
    Duration holdFor = Durations.find(config, HOLD_FOR).orElse(Duration.ofHours(2));
    if (holdFor.compareTo(SHORTEST) >= 0 && holdFor.compareTo(LONGEST) <= 0) {
      return holdFor;
    }
    throw new ConfigurationFault(HOLD_FOR, "must be a time from 1s to 30d");
  }

  private static boolean enabled(Config config) {
    String value = config.getOptionalValue(ENABLED, String.class).orElse("true").strip();
    if (!value.equals("true") && !value.equals("false")) {
      throw new ConfigurationFault(ENABLED, "is \"" + value + "\"; write true or false");
    }
    return value.equals("true");
  }
}
