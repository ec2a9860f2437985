package io.broadsheet.publisher.delivery;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Durations;
import io.broadsheet.common.target.Target;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * How deliveries to one target are tried. Each setting stands at {@code
 * broadsheet.targets.<name>.<setting>}, else at {@code broadsheet.delivery.<setting>} for all
 * targets, else it has the default named here.
 *
 * @param timeout one deadline over queueing, connecting and answer of a call or probe (30s; 1s to
 *     10m)
 * @param probeSettle how long after the last call's deadline a probe must begin for "absent" to be
 *     certain (2m)
 * @param backoffBase the wait after the first failure, before jitter (10s)
 * @param backoffMax the longest wait after a failure (1h)
 * @param maxAttempts calls that may fail before the delivery is parked (12; 1 to 1000)
 * @param maxProbes probes that may fail to tell before {@code onUnknown} decides (10; 1 to 1000)
 * @param maxAge how old an event may be and still be called for (3d)
 * @param maxInFlight calls and probes at the same time over all replicas (1; 1 to 128)
 * @param companion the target whose page of the same post is linked
 * @param companionWait how long after the event the companion is waited for (10m)
 * @param onUnknown what becomes of a delivery that no probe could settle (park)
 */
public record DeliveryPolicy(
    Duration timeout,
    Duration probeSettle,
    Duration backoffBase,
    Duration backoffMax,
    int maxAttempts,
    int maxProbes,
    Duration maxAge,
    int maxInFlight,
    Optional<String> companion,
    Duration companionWait,
    OnUnknown onUnknown) {

  /** What becomes of a delivery that may exist and that no probe could settle. */
  public enum OnUnknown {
    /** It waits for a person. */
    PARK,
    /** It is sent again: readers may see it twice. */
    RESEND
  }

  /** The prefix of the settings for all targets. */
  public static final String PREFIX = "broadsheet.delivery.";

  private static final Duration LEASE_MARGIN = Duration.ofSeconds(5);
  private static final Duration TIMEOUT_MIN = Duration.ofSeconds(1);
  private static final Duration TIMEOUT_MAX = Duration.ofMinutes(10);

  /**
   * Reads the policy of a target.
   *
   * @throws ConfigurationFault naming the first key at fault
   */
  public static DeliveryPolicy read(Target target, Config config) {
    Reader reader = new Reader(target, config);
    return new DeliveryPolicy(
        reader.timeout(),
        reader.duration("probe-settle", "2m"),
        reader.forAll("backoff-base", "10s"),
        reader.duration("backoff-max", "1h"),
        reader.number("max-attempts", "12", 1000),
        reader.numberForAll("max-probes", "10", 1000),
        reader.duration("max-age", "3d"),
        reader.number("max-in-flight", "1", 128),
        target.setting("companion"),
        reader.duration("companion-wait", "10m"),
        reader.onUnknown());
  }

  /** The age at which deliveries of targets that are not configured here are parked. */
  public static Duration defaultMaxAge(Config config) {
    String key = PREFIX + "max-age";
    return Durations.parse(key, config.getOptionalValue(key, String.class).orElse("3d"));
  }

  /** How long a claim lasts: the call ends by half of it, the rest is for recording. */
  public Duration lease() {
    return timeout.multipliedBy(2).plus(LEASE_MARGIN);
  }

  /** A value and the key it came from. */
  private record Setting(String key, String value) {}

  private record Reader(Target target, Config config) {

    Duration timeout() {
      Setting setting = find("timeout", "30s");
      Duration timeout = Durations.parse(setting.key(), setting.value());
      if (timeout.compareTo(TIMEOUT_MIN) < 0 || timeout.compareTo(TIMEOUT_MAX) > 0) {
        throw new ConfigurationFault(
            setting.key(), "is \"" + setting.value() + "\"; write a duration from 1s to 10m");
      }
      return timeout;
    }

    Duration duration(String name, String fallback) {
      Setting setting = find(name, fallback);
      return Durations.parse(setting.key(), setting.value());
    }

    Duration forAll(String name, String fallback) {
      Setting setting = findForAll(name, fallback);
      return Durations.parse(setting.key(), setting.value());
    }

    int number(String name, String fallback, int max) {
      return number(find(name, fallback), max);
    }

    int numberForAll(String name, String fallback, int max) {
      return number(findForAll(name, fallback), max);
    }

    OnUnknown onUnknown() {
      Setting setting = find("on-unknown", "park");
      return switch (setting.value()) {
        case "park" -> OnUnknown.PARK;
        case "resend" -> OnUnknown.RESEND;
        default ->
            throw new ConfigurationFault(
                setting.key(), "is \"" + setting.value() + "\"; write park or resend");
      };
    }

    private static int number(Setting setting, int max) {
      try {
        int number = Integer.parseInt(setting.value());
        if (number >= 1 && number <= max) {
          return number;
        }
      } catch (NumberFormatException e) {
        // Refused below, like a number out of range.
      }
      throw new ConfigurationFault(
          setting.key(), "is \"" + setting.value() + "\"; write a number from 1 to " + max);
    }

    private Setting find(String name, String fallback) {
      return target
          .setting(name)
          .map(value -> new Setting(target.key(name), value))
          .orElseGet(() -> findForAll(name, fallback));
    }

    private Setting findForAll(String name, String fallback) {
      String key = PREFIX + name;
      return new Setting(
          key, config.getOptionalValue(key, String.class).map(String::strip).orElse(fallback));
    }
  }
}
