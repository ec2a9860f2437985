package io.broadsheet.generator.edition;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.parser.CronParser;
import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Durations;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Set;
import org.eclipse.microprofile.config.Config;

/**
 * When editions are made.
 *
 * @param zone the newsroom's zone ({@code broadsheet.zone}, Europe/Moscow)
 * @param cron when an attempt is made, in Quartz form, or {@code off} ({@code
 *     broadsheet.schedule.cron}, every 6 hours)
 * @param atStart whether one is made at start too ({@code broadsheet.schedule.at-start}, true)
 * @param lease for how long a silent holder keeps an edition ({@code broadsheet.schedule.lease},
 *     60s, 3s or more); renewed at every third of it
 */
public record EditionSettings(ZoneId zone, String cron, boolean atStart, Duration lease) {

  private static final Set<String> OFF = Set.of("off", "disabled");
  private static final Duration LEAST_LEASE = Duration.ofSeconds(3);

  /**
   * Reads and checks them.
   *
   * @throws ConfigurationFault naming the first key at fault
   */
  public static EditionSettings read(Config config) {
    return new EditionSettings(zone(config), cron(config), atStart(config), lease(config));
  }

  /** Whether the schedule attempts anything by itself. */
  public boolean isScheduled() {
    return !OFF.contains(cron);
  }

  private static ZoneId zone(Config config) {
    String key = "broadsheet.zone";
    String zone = config.getOptionalValue(key, String.class).orElse("Europe/Moscow");
    try {
      return ZoneId.of(zone.strip());
    } catch (DateTimeException e) {
      throw new ConfigurationFault(key, "is \"" + zone + "\"; write a zone as in Europe/Moscow");
    }
  }

  private static String cron(Config config) {
    String key = "broadsheet.schedule.cron";
    String cron = config.getOptionalValue(key, String.class).orElse("0 0 0/6 * * ?").strip();
    try {
      if (!OFF.contains(cron)) {
        new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.QUARTZ))
            .parse(cron)
            .validate();
      }
      return cron;
    } catch (IllegalArgumentException e) {
      throw new ConfigurationFault(
          key, "is \"" + cron + "\"; write a Quartz cron expression such as 0 0 0/6 * * ?, or off");
    }
  }

  private static boolean atStart(Config config) {
    String key = "broadsheet.schedule.at-start";
    String value = config.getOptionalValue(key, String.class).orElse("true").strip();
    if (!value.equals("true") && !value.equals("false")) {
      throw new ConfigurationFault(key, "is \"" + value + "\"; write true or false");
    }
    return value.equals("true");
  }

  private static Duration lease(Config config) {
    String key = "broadsheet.schedule.lease";
    Duration lease = Durations.find(config, key).orElse(Duration.ofSeconds(60));
    if (lease.compareTo(LEAST_LEASE) >= 0) {
      return lease;
    }
    throw new ConfigurationFault(key, "must be a time of 3s or more");
  }
}
