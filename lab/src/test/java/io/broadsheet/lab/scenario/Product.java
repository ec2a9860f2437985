package io.broadsheet.lab.scenario;

import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.channel.Channel;

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
}
