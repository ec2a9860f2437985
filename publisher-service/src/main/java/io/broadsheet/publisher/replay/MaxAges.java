package io.broadsheet.publisher.replay;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Languages;
import io.broadsheet.common.target.Target;
import io.broadsheet.common.target.Targets;
import io.broadsheet.publisher.delivery.DeliveryPolicy;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.config.Config;

/**
 * How old an event may be and still be called for.
 *
 * @param byTarget at the configured targets
 * @param elsewhere at all others
 */
record MaxAges(Map<String, Duration> byTarget, Duration elsewhere) {

  MaxAges {
    byTarget = new TreeMap<>(byTarget);
  }

  /**
   * Reads them.
   *
   * @throws ConfigurationFault naming the key at fault
   */
  static MaxAges read(Config config) {
    Map<String, Duration> byTarget = new TreeMap<>();
    for (Target target : Targets.read(config, Languages.read(config).all()).all()) {
      byTarget.put(target.name(), DeliveryPolicy.read(target, config).maxAge());
    }
    return new MaxAges(byTarget, DeliveryPolicy.defaultMaxAge(config));
  }

  /** The configured targets, in the order of {@link #milliseconds()}. */
  String[] targets() {
    return byTarget.keySet().toArray(String[]::new);
  }

  Long[] milliseconds() {
    return byTarget.values().stream().map(Duration::toMillis).toArray(Long[]::new);
  }
}
