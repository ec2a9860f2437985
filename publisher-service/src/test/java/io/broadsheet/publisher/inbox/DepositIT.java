package io.broadsheet.publisher.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.publisher.testing.MigratedDatabase;
import io.broadsheet.publisher.testing.Records;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of events of several generations of a post, in whatever order they are fed. */
class DepositIT {

  private static final String TARGET = "telegram-ru";

  private static MigratedDatabase database;
  private static Deposit deposit;

  private final UUID post = UUID.randomUUID();
  private final Arrival first = generation(1);
  private final Arrival second = generation(2);

  @BeforeAll
  static void migrate() {
    database = new MigratedDatabase();
    deposit = new Deposit(database.replica());
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void empty() {
    database.execute(
        "truncate publisher.delivery, publisher.attempt, publisher.part, publisher.command");
  }

  @Test
  void theNextGenerationIsDueWhateverBecameOfTheOneBefore() {
    deposit.deposit(List.of(first));
    deposit.deposit(List.of(second));

    assertThat(states()).containsExactly("1 pending", "2 pending");
  }

  @Test
  void anEarlierGenerationThatIsFedAfterwardsStaysUnsentAndSaysWhy() {
    deposit.deposit(List.of(second));
    deposit.deposit(List.of(first));

    assertThat(states()).containsExactly("1 skipped", "2 pending");
    assertThat(
            database.query(
                "select last_outcome || ': ' || last_error from publisher.delivery where generation = 1"))
        .containsExactly(
            "outdated: a later generation had been ordered when its event came; it stays unsent");
  }

  @Test
  @Case("both-generations-by-a-replay")
  void anEarlierGenerationThatIsFedWhileALaterOneIsOnItsWayStaysUnsent() {
    Records.republished(database, post, TARGET);

    deposit.deposit(List.of(first));
    deposit.deposit(List.of(second));

    assertThat(states()).containsExactly("1 skipped", "2 pending");
  }

  @Test
  void ofTwoGenerationsInOneBatchTheLaterOneIsDue() {
    deposit.deposit(List.of(first, second));

    assertThat(states()).containsExactly("1 skipped", "2 pending");
  }

  @Test
  void anotherTargetsGenerationSaysNothing() {
    deposit.deposit(
        List.of(
            Arrival.read(Records.post(UUID.randomUUID(), Records.event(post, "telegram-en", 2)))));
    deposit.deposit(List.of(first));

    assertThat(states()).containsExactly("1 pending", "2 pending");
  }

  @Test
  @Case("K3")
  void theSameEventTenTimesIsOneDelivery() {
    for (int i = 0; i < 5; i++) {
      deposit.deposit(List.of(first, first));
    }

    assertThat(states()).containsExactly("1 pending");
  }

  private Arrival generation(int generation) {
    return Arrival.read(Records.post(UUID.randomUUID(), Records.event(post, TARGET, generation)));
  }

  private static List<String> states() {
    return database.query(
        "select generation || ' ' || state from publisher.delivery order by generation");
  }
}
