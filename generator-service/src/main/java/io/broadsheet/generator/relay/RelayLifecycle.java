package io.broadsheet.generator.relay;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.database.Database;
import io.broadsheet.generator.outbox.CommandOrdered;
import io.broadsheet.generator.outbox.PostsPublished;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/** Ties the relay to the service's life, its events and its metrics. */
@ApplicationScoped
class RelayLifecycle {

  private static final int EXIT_CODE = 1;

  private static final Logger LOG = Logger.getLogger(RelayLifecycle.class);

  @Produces
  @Singleton
  Relay relay(Config config, Database database) {
    return new Relay(RelaySettings.read(config), database, RelayLifecycle::exit);
  }

  /** A configuration fault stops the start with one line and exit code 1. */
  void start(@Observes StartupEvent event, Instance<Relay> relays, MeterRegistry metrics) {
    try {
      Relay relay = relays.get();
      measure(relay, metrics);
      relay.start();
    } catch (ConfigurationFault fault) {
      // Of all exceptions Quarkus logs this one without a stack trace.
      throw new ConfigurationException("The configuration is at fault: " + fault.getMessage());
    }
  }

  private static void measure(Relay relay, MeterRegistry metrics) {
    FunctionCounter.builder("broadsheet.relay.relayed", relay, r -> r.status().relayed())
        .description("Messages sent to Kafka from the WAL")
        .register(metrics);
    FunctionCounter.builder("broadsheet.relay.reconciled", relay, r -> r.status().reconciled())
        .description("Messages sent to Kafka from the table, because nobody had settled them")
        .register(metrics);
    FunctionCounter.builder("broadsheet.relay.restarts", relay, r -> r.status().restarts())
        .description("Restarts of the engine")
        .register(metrics);
    Gauge.builder("broadsheet.relay.heartbeat.age", relay, RelayLifecycle::heartbeatAgeSeconds)
        .description("Since a heartbeat last came back through the WAL; NaN where none did")
        .baseUnit("seconds")
        .register(metrics);
  }

  void stop(@Observes ShutdownEvent event, Relay relay) {
    relay.close();
  }

  void published(@ObservesAsync PostsPublished event, Relay relay) {
    relay.wake();
  }

  void ordered(@ObservesAsync CommandOrdered event, Relay relay) {
    relay.wake();
  }

  private static double heartbeatAgeSeconds(Relay relay) {
    Long age = relay.status().heartbeatAgeMs();
    return age == null ? Double.NaN : age / 1000.0;
  }

  private static void exit(ConfigurationFault fault) {
    LOG.errorf("the service stops: %s", fault.getMessage());
    Quarkus.asyncExit(EXIT_CODE);
  }
}
