package io.broadsheet.publisher.delivery;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Durations;
import io.broadsheet.common.config.UnknownKeys;
import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.channel.ChannelFactory;
import io.broadsheet.publisher.channel.Verification;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.eclipse.microprofile.config.Config;

/**
 * Starts and stops the deliveries with the service. A fault of the configuration stops the start; a
 * database that cannot be reached is waited for.
 */
@ApplicationScoped
public class Press {

  private static final String DRAIN_TIMEOUT = "broadsheet.drain-timeout";
  private static final String SLOW_POLL = DeliveryPolicy.PREFIX + "slow-poll";

  private final Config config;
  private final Database database;
  private final DueSignals signals;
  private final MeterRegistry registry;
  private final List<ChannelFactory> factories;

  private List<OpenTarget> targets = List.of();
  private Verifications verifications;
  private Dispatcher dispatcher;
  private Duration drainTimeout;

  Press(
      Config config,
      Database database,
      DueSignals signals,
      MeterRegistry registry,
      @All List<ChannelFactory> factories) {
    this.config = config;
    this.database = database;
    this.signals = signals;
    this.registry = registry;
    this.factories = List.copyOf(factories);
  }

  /**
   * @throws ConfigurationException naming the key, if a target or the database's credentials are at
   *     fault
   */
  void start(@Observes StartupEvent event) {
    try {
      open();
    } catch (ConfigurationFault fault) {
      // Of all exceptions Quarkus logs this one without a stack trace.
      throw new ConfigurationException("The configuration is at fault: " + fault.getMessage());
    }
  }

  private void open() {
    UnknownKeys.refuse(config);
    drainTimeout = duration(config, DRAIN_TIMEOUT, "25s");
    Duration maxAgeElsewhere = DeliveryPolicy.defaultMaxAge(config);
    targets = new OpenTargets(config, factories).openTargets();
    database.checkConfiguration();
    DeliverySteps steps =
        DeliverySteps.of(
            database, signals, new DeliveryMetrics(registry), replicaName(), maxAgeElsewhere);
    verifications = steps.verifications();
    dispatcher = new Dispatcher(targets, steps, signals, new Random(), slowPoll(config));
    dispatcher.start();
  }

  void stop(@Observes ShutdownEvent event) {
    if (dispatcher != null) {
      dispatcher.stop(drainTimeout);
    }
  }

  /**
   * Verifies a target because a person asks, which also ends a pause that waited for a person.
   *
   * @return what its API said, or empty if no such target is configured here
   * @throws InterruptedException if this service stops meanwhile
   */
  public Optional<Verification> verify(String name) throws InterruptedException {
    for (OpenTarget target : targets) {
      if (target.name().equals(name)) {
        return Optional.of(verifications.verify(target, VerifyTarget.Asker.PERSON));
      }
    }
    return Optional.empty();
  }

  /**
   * How long nothing is looked for in the database when nothing calls for it.
   *
   * @throws ConfigurationFault naming the key if it is no duration
   */
  public static Duration slowPoll(Config config) {
    // Without a slot the whole system leaves the database alone, so that it may be suspended.
    boolean poll =
        config.getOptionalValue("broadsheet.relay.mode", String.class).orElse("cdc").equals("poll");
    return duration(config, SLOW_POLL, poll ? "15m" : "30s");
  }

  private static Duration duration(Config config, String key, String fallback) {
    return Durations.parse(key, config.getOptionalValue(key, String.class).orElse(fallback));
  }

  /** A name for this process in the rows that it holds, different after each start. */
  public static String replicaName() {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      host = "publisher";
    }
    return host + "-" + UUID.randomUUID().toString().substring(0, 8);
  }
}
