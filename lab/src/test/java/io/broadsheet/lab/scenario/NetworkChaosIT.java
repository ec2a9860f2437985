package io.broadsheet.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.embedded.PgBouncer;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.broadsheet.lab.audit.Verdict;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Outcome;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Tier 2: the press as it is, with its own bounded pools, and between these and a real PostgreSQL a
 * network that resets, swallows and cuts. {@code -Dlab.seed} repeats the choice of faults.
 */
class NetworkChaosIT {

  private static final long SEED = Long.getLong("lab.seed", new Random().nextInt(1_000_000));
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int POSTS_OF_EACH_CHANNEL = 3;
  private static final int HITS = 40;

  private static Stage stage;
  private static int next = 1_000;

  @BeforeAll
  static void open() throws Exception {
    System.out.println("lab tier 2: -Dlab.seed=" + SEED + ", commit " + Stage.commit());
    stage = new Stage();
    // A session whose client is gone unnoticed frees its rows sooner than after 30 s.
    stage.endTransactionsAfter(Duration.ofSeconds(6));
  }

  @AfterAll
  static void close() {
    stage.close();
  }

  @Test
  @Case({"D11", "D20"})
  void everyInvariantHoldsOverANetworkThatFails() throws Exception {
    hold(stage.databasePort());
  }

  @Test
  @EnabledIf(
      value = "io.broadsheet.embedded.PgBouncer#isInstalled",
      disabledReason = "the package pgbouncer is not installed")
  void everyInvariantHoldsThroughAPooler() throws Exception {
    try (PgBouncer pooler =
        PgBouncer.start(
            stage.databasePort(),
            Map.of("broadsheet_publisher", stage.publisherPassword()),
            "default_pool_size=8",
            // Sooner than after 20 s, as above.
            "query_timeout=4")) {
      hold(pooler.port());
    }
  }

  private void hold(int port) throws Exception {
    Set<FailingNetwork.Kind> kinds = EnumSet.allOf(FailingNetwork.Kind.class);
    FailingNetwork network = new FailingNetwork(SEED, kinds, HITS);
    TcpProxy proxy = TcpProxy.to("127.0.0.1", port);
    try (NetworkedProduct product = new NetworkedProduct(stage, proxy)) {
      proxy.watch(network);
      Played played = play(product, List.of(LabChannel.values()), POSTS_OF_EACH_CHANNEL);

      System.out.println("lab tier 2: hit " + network.hits());
      assertThat(network.hits()).as("seed " + SEED).containsOnlyKeys(kinds);
      assertThat(played.restless()).as("seed " + SEED).isEmpty();
      assertThat(DeliveryChaosIT.findings(played.verdicts())).as("seed " + SEED).isEmpty();
    }
  }

  @Test
  void redWhenAChannelRepeatsItsCallsByItself() throws Exception {
    try (NetworkedProduct product =
        new NetworkedProduct(stage, TcpProxy.to("127.0.0.1", stage.databasePort())) {
          @Override
          Channel channel(Channel faulty) {
            return new ForwardingChannel(faulty) {
              @Override
              public Outcome send(Form form, Call call) {
                super.send(form, call);
                return super.send(form, call);
              }
            };
          }
        }) {
      Played played = play(product, List.of(LabChannel.TELEGRAM), 1);

      assertThat(DeliveryChaosIT.findings(played.verdicts()))
          .anyMatch(finding -> finding.startsWith("I4 one effect at most"));
    }
  }

  private record Played(List<Scenario> restless, List<Verdict> verdicts) {}

  private static Played play(Product product, List<LabChannel> channels, int ofEach)
      throws Exception {
    try (Troupe troupe = new Troupe(stage, product, next)) {
      next += 100;
      for (LabChannel channel : channels) {
        for (int i = 0; i < ofEach; i++) {
          troupe.add(channel, List.of());
        }
      }
      List<Scenario> restless = troupe.play(PATIENCE);
      return new Played(restless, troupe.audit());
    }
  }
}
