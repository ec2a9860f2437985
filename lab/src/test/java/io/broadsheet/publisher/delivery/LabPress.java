package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.channel.ChannelFactory;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/** The press of one replica, as the service starts and stops it: what the lab needs opened. */
public final class LabPress {

  private final Press press;

  /**
   * @param database its pool
   * @param factories of its channels
   */
  public LabPress(Config config, Database database, List<ChannelFactory> factories) {
    press = new Press(config, database, new DueSignals(), new SimpleMeterRegistry(), factories);
  }

  /** Starts it; returns at once. */
  public void start() {
    press.start(new StartupEvent());
  }

  /** Stops it within its drain time. */
  public void stop() {
    press.stop(new ShutdownEvent());
  }
}
