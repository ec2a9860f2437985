package io.broadsheet.lab.scenario;

import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.channel.Channel;
import java.util.UUID;

/** The code under test, as it is; negative controls take a guard out of it. */
class Product {

  /** A replica's pool. */
  Database database(Stage stage, Lifeline lifeline) {
    return new FaultyDatabase(stage.publisher(), lifeline);
  }

  /** A replica's channel. */
  Channel channel(Channel faulty) {
    return faulty;
  }

  /** Whether a replica that has stood still for longer than a lease may go on. */
  boolean thaws(Stage on, UUID post) {
    return true;
  }
}
