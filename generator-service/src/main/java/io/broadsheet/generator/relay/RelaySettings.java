package io.broadsheet.generator.relay;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Durations;
import io.broadsheet.common.migrate.DirectUrl;
import io.broadsheet.common.migrate.MigrateSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/**
 * How the relay works.
 *
 * @param cdc whether it reads the WAL ({@code broadsheet.relay.mode} is {@code cdc}, the default)
 *     or only the table ({@code poll})
 * @param url direct JDBC URL ({@code broadsheet.relay.url}); empty in {@code poll} mode
 * @param user role with REPLICATION ({@code broadsheet.relay.user}); empty in {@code poll} mode
 * @param password its password ({@code broadsheet.relay.password}); empty in {@code poll} mode
 * @param slotName {@code broadsheet.relay.slot-name}
 * @param reconcileAfter how old an outbox row must be before it counts as missed ({@code
 *     broadsheet.relay.reconcile-after}, 2m), more than zero
 * @param outboxRetention how long a settled outbox row is kept at least ({@code
 *     broadsheet.outbox.retention}, 30d), a day or more
 * @param bootstrapServers Kafka ({@code kafka.bootstrap.servers})
 */
public record RelaySettings(
    boolean cdc,
    String url,
    String user,
    String password,
    String slotName,
    Duration reconcileAfter,
    Duration outboxRetention,
    String bootstrapServers) {

  private static final Duration LEAST_RETENTION = Duration.ofDays(1);
  private static final Pattern SLOT_NAME = Pattern.compile("[a-z0-9_]{1,63}");

  /**
   * Reads and checks them.
   *
   * @throws ConfigurationFault naming the first key at fault
   */
  public static RelaySettings read(Config config) {
    boolean cdc = cdc(config);
    return new RelaySettings(
        cdc,
        cdc ? url(config) : "",
        cdc ? required(config, "broadsheet.relay.user") : "",
        cdc ? required(config, "broadsheet.relay.password") : "",
        slotName(config),
        reconcileAfter(config),
        outboxRetention(config),
        required(config, "kafka.bootstrap.servers"));
  }

  /** Every fault, not only the first; empty if {@link #read} succeeds. */
  static List<ConfigurationFault> faults(Config config) {
    List<ConfigurationFault> faults = new ArrayList<>();
    Stream<Consumer<Config>> inBoth =
        Stream.of(
            RelaySettings::slotName,
            RelaySettings::reconcileAfter,
            RelaySettings::outboxRetention,
            c -> required(c, "kafka.bootstrap.servers"));
    Stream<Consumer<Config>> inCdc =
        Stream.of(
            RelaySettings::url,
            c -> required(c, "broadsheet.relay.user"),
            c -> required(c, "broadsheet.relay.password"));
    boolean poll =
        config
            .getOptionalValue("broadsheet.relay.mode", String.class)
            .filter("poll"::equals)
            .isPresent();
    Stream.concat(
            Stream.<Consumer<Config>>of(RelaySettings::cdc),
            Stream.concat(poll ? Stream.empty() : inCdc, inBoth))
        .forEach(
            reader -> {
              try {
                reader.accept(config);
              } catch (ConfigurationFault fault) {
                faults.add(fault);
              }
            });
    return faults;
  }

  private static boolean cdc(Config config) {
    String mode = config.getOptionalValue("broadsheet.relay.mode", String.class).orElse("cdc");
    if (!mode.equals("cdc") && !mode.equals("poll")) {
      throw new ConfigurationFault(
          "broadsheet.relay.mode", "is \"" + mode + "\"; write cdc or poll");
    }
    return mode.equals("cdc");
  }

  private static String url(Config config) {
    String url = required(config, "broadsheet.relay.url");
    DirectUrl.check("broadsheet.relay.url", url);
    return url;
  }

  private static Duration reconcileAfter(Config config) {
    return Durations.find(config, "broadsheet.relay.reconcile-after").orElse(Duration.ofMinutes(2));
  }

  /** The name of the mode, {@code cdc} or {@code poll}. */
  public String mode() {
    return cdc ? "cdc" : "poll";
  }

  /** The settings without the password. */
  @Override
  public String toString() {
    return "RelaySettings[" + mode() + ", " + url + " as " + user + ", slot " + slotName + "]";
  }

  private static Duration outboxRetention(Config config) {
    String key = "broadsheet.outbox.retention";
    Duration retention = Durations.find(config, key).orElse(Duration.ofDays(30));
    if (retention.compareTo(LEAST_RETENTION) < 0) {
      throw new ConfigurationFault(key, "is " + retention + "; write a time of 1d or more");
    }
    return retention;
  }

  private static String slotName(Config config) {
    String key = "broadsheet.relay.slot-name";
    String name = config.getOptionalValue(key, String.class).orElse(MigrateSettings.DEFAULT_SLOT);
    if (!SLOT_NAME.matcher(name).matches()) {
      throw new ConfigurationFault(
          key, "may hold lower-case letters, digits and underscores, 63 at most");
    }
    return name;
  }

  private static String required(Config config, String key) {
    return config
        .getOptionalValue(key, String.class)
        .map(String::strip)
        .filter(value -> !value.isEmpty())
        .orElseThrow(() -> new ConfigurationFault(key, "is missing; the relay needs it"));
  }
}
