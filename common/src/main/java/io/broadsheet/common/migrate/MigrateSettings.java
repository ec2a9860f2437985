package io.broadsheet.common.migrate;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Durations;
import java.time.Duration;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;

/**
 * What {@code migrate} needs to know.
 *
 * @param url JDBC URL, direct ({@code broadsheet.migrate.url})
 * @param user owner of the database ({@code broadsheet.migrate.user})
 * @param password its password ({@code broadsheet.migrate.password})
 * @param generatorPassword for role {@code broadsheet_generator}
 * @param publisherPassword for role {@code broadsheet_publisher}
 * @param relayPassword for role {@code broadsheet_relay}
 * @param cdc whether the relay uses a replication slot ({@code broadsheet.relay.mode} is {@code
 *     cdc})
 * @param slotName its name ({@code broadsheet.relay.slot-name})
 * @param bootstrapServers Kafka ({@code kafka.bootstrap.servers})
 * @param partitions of each topic ({@code broadsheet.topics.partitions}, 1 or more)
 * @param replication of each topic ({@code broadsheet.topics.replication}, 1 or more)
 * @param retention of the posts' topics ({@code broadsheet.topics.retention})
 */
public record MigrateSettings(
    String url,
    String user,
    String password,
    String generatorPassword,
    String publisherPassword,
    String relayPassword,
    boolean cdc,
    String slotName,
    String bootstrapServers,
    int partitions,
    short replication,
    Duration retention) {

  /** The slot's default name. */
  public static final String DEFAULT_SLOT = "broadsheet_relay";

  /** The publication's name. */
  public static final String PUBLICATION = "broadsheet_outbox";

  private static final Pattern SLOT_NAME = Pattern.compile("[a-z0-9_]{1,63}");

  /**
   * Reads and checks them.
   *
   * @throws ConfigurationFault naming the first key at fault
   */
  public static MigrateSettings read(Config config) {
    String mode = config.getOptionalValue("broadsheet.relay.mode", String.class).orElse("cdc");
    if (!mode.equals("cdc") && !mode.equals("poll")) {
      throw new ConfigurationFault(
          "broadsheet.relay.mode", "is \"" + mode + "\"; write cdc or poll");
    }
    String slotName =
        config.getOptionalValue("broadsheet.relay.slot-name", String.class).orElse(DEFAULT_SLOT);
    if (!SLOT_NAME.matcher(slotName).matches()) {
      throw new ConfigurationFault(
          "broadsheet.relay.slot-name",
          "may hold lower-case letters, digits and underscores, 63 at most");
    }
    String url = required(config, "broadsheet.migrate.url");
    DirectUrl.check("broadsheet.migrate.url", url);
    return new MigrateSettings(
        url,
        required(config, "broadsheet.migrate.user"),
        required(config, "broadsheet.migrate.password"),
        required(config, "broadsheet.roles.generator.password"),
        required(config, "broadsheet.roles.publisher.password"),
        required(config, "broadsheet.roles.relay.password"),
        mode.equals("cdc"),
        slotName,
        required(config, "kafka.bootstrap.servers"),
        positive(config, "broadsheet.topics.partitions", 3),
        (short) positive(config, "broadsheet.topics.replication", 1),
        Durations.find(config, "broadsheet.topics.retention").orElse(Duration.ofDays(365)));
  }

  /** The settings without passwords. */
  @Override
  public String toString() {
    return "MigrateSettings[" + url + " as " + user + ", Kafka " + bootstrapServers + "]";
  }

  private static String required(Config config, String key) {
    return config
        .getOptionalValue(key, String.class)
        .filter(value -> !value.isBlank())
        .orElseThrow(() -> new ConfigurationFault(key, "is missing; migrate needs it"));
  }

  private static int positive(Config config, String key, int fallback) {
    String text = config.getOptionalValue(key, String.class).orElse(String.valueOf(fallback));
    try {
      int value = Integer.parseInt(text.strip());
      if (value >= 1 && value <= Short.MAX_VALUE) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number out of range.
    }
    throw new ConfigurationFault(key, "is \"" + text + "\"; write a number from 1 to 32767");
  }
}
