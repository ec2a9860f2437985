package io.broadsheet.lab.scenario;

import io.broadsheet.common.database.BoundedPool;
import io.broadsheet.common.database.Database;
import io.broadsheet.common.database.DatabaseState;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The code under test with the service's own pools, by way of a proxy. */
class NetworkedProduct extends Product implements AutoCloseable {

  private static final int REPLICAS = 2;
  private static final int PLACES = 8;

  /** Shorter than the service's 6 s. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final TcpProxy network;
  private final List<Pool> pools;
  private int next;

  /**
   * @param network leads to the database or to what stands before it; closed with this
   */
  NetworkedProduct(Stage stage, TcpProxy network) {
    this.network = network;
    pools =
        Stream.generate(
                () ->
                    Pool.newInstance(
                        BoundedPool.of(
                            stage.vertx(),
                            new PoolOptions().setMaxSize(PLACES),
                            // As the service does, which finds out about poolers by itself.
                            List.of(
                                stage.publisherAt(network.port()).setCachePreparedStatements(true)),
                            PATIENCE)))
            .limit(REPLICAS)
            .toList();
  }

  @Override
  synchronized Database database(Stage stage, Lifeline lifeline) {
    return new Database(
        pools.get(next++ % pools.size()), new DatabaseState(), PATIENCE.multipliedBy(3), PATIENCE);
  }

  @Override
  public void close() {
    // First: a pool waits for the farewell of servers that do not answer.
    network.close();
    pools.forEach(Pool::closeAndAwait);
  }
}
