package io.broadsheet.lab.scenario;

import static io.broadsheet.lab.scenario.Fault.Kind.CRASH;
import static io.broadsheet.lab.scenario.Fault.Kind.FREEZE;
import static io.broadsheet.lab.scenario.Fault.Kind.LOST;
import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Outcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The lab can fail: with one guard taken out of the press, from outside, the audit is red; with all
 * of them in, the same faults leave it green.
 */
class NegativeControlsIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Fault FROZEN_BEFORE_RECORD =
      new Fault(FaultPoint.before("Complete"), FREEZE);
  private static final Fault DIES_AFTER_EFFECT = new Fault(FaultPoint.after("send"), CRASH);
  private static final Fault ANSWER_LOST = new Fault(FaultPoint.after("send"), LOST);

  private static Stage stage;
  private static int next = 1_000;

  @BeforeAll
  static void open() {
    stage = new Stage();
  }

  @AfterAll
  static void close() {
    stage.close();
  }

  private static List<String> findings(Product product, Fault fault) throws Exception {
    try (Troupe troupe = new Troupe(stage, product, next)) {
      next += 100;
      troupe.add(LabChannel.TELEGRAM, List.of(fault));
      troupe.play(PATIENCE);
      return DeliveryChaosIT.findings(troupe.audit());
    }
  }

  @Test
  void greenWithEveryGuard() throws Exception {
    for (Fault fault : List.of(FROZEN_BEFORE_RECORD, DIES_AFTER_EFFECT, ANSWER_LOST)) {
      assertThat(findings(new Product(), fault)).isEmpty();
    }
  }

  @Test
  void redWithoutTheTokenInTheCompletion() throws Exception {
    assertThat(findings(new WithoutFence(), FROZEN_BEFORE_RECORD))
        .anyMatch(finding -> finding.startsWith("I6 stamped once, when posted"));
  }

  @Test
  void redWhenTheCallComesBeforeTheClaim() throws Exception {
    assertThat(findings(new CallBeforeClaim(), DIES_AFTER_EFFECT))
        .anyMatch(finding -> finding.startsWith("I4 one effect at most"));
  }

  @Test
  void redWhenATimeoutIsTakenAsNotSent() throws Exception {
    assertThat(findings(new TimeoutIsNotSent(), ANSWER_LOST))
        .anyMatch(finding -> finding.startsWith("I4 one effect at most"));
  }

  /** The completion writes whoever holds the delivery. */
  private static final class WithoutFence extends Product {

    private static final String FENCE =
        "and d.claim_token = given.token and d.lease_until is not null";

    @Override
    Database database(Stage on, Lifeline lifeline) {
      return new FaultyDatabase(on.publisher(), lifeline) {
        @Override
        String rewritten(String step, String sql) {
          if (!step.equals("Complete")) {
            return sql;
          }
          assertThat(sql).contains(FENCE);
          return sql.replace(FENCE, "");
        }
      };
    }

    // Else it could complete before another has: its claim would still be its own.
    @Override
    boolean thaws(Stage on, UUID post) {
      try (Connection connection = on.owner();
          PreparedStatement statement =
              connection.prepareStatement(
                  "select from publisher.delivery where post_id = ? and state = 'posted'")) {
        statement.setObject(1, post);
        return statement.executeQuery().next();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The claim is committed only when the call is over, with its record. */
  private static final class CallBeforeClaim extends Product {
    @Override
    Database database(Stage on, Lifeline lifeline) {
      return new LateClaims(on, lifeline);
    }
  }

  /** Whatever was not answered counts as not sent. */
  private static final class TimeoutIsNotSent extends Product {
    @Override
    Channel channel(Channel faulty) {
      return new ForwardingChannel(faulty) {
        @Override
        public Outcome send(Form form, Call call) {
          Outcome outcome = super.send(form, call);
          return outcome instanceof Outcome.Unknown unknown
              ? new Outcome.NotSent(unknown.code(), unknown.message())
              : outcome;
        }
      };
    }
  }
}
