package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A reconciler whose lease becomes another's while it sends. */
class LostLeaseIT {

  private static final int MORE_THAN_A_BATCH = 600;

  private final MigratedDatabase database = MigratedDatabase.withoutSlot();

  @AfterEach
  void close() {
    database.close();
  }

  /** In {@code poll} mode the next look is else up to a quarter of an hour away. */
  @Test
  @Case("R20")
  void whatItsHolderLeftIsSentSoonAfterThatOneIsGone() {
    database.execute(
        """
        insert into generator.outbox (destination, target, aggregate_id, type, payload)
        select 'post.telegram', 'telegram-ru', gen_random_uuid(), 'post', '{}'
        from generate_series(1, ?)
        """,
        MORE_THAN_A_BATCH);
    AtomicBoolean taken = new AtomicBoolean();
    RelaySettings settings =
        new RelaySettings(
            false,
            "",
            "",
            "",
            database.settings().slotName(),
            Duration.ofMinutes(2),
            Duration.ofDays(30),
            database.settings().bootstrapServers());
    try (KafkaSender sender = new KafkaSender(settings.bootstrapServers());
        Reconciler reconciler =
            new Reconciler(
                settings,
                Duration.ofSeconds(1),
                "one",
                database.database(),
                message -> {
                  if (taken.compareAndSet(false, true)) {
                    takenByOneThatDies();
                  }
                  return sender.send(message);
                },
                new LongAdder())) {
      reconciler.start();

      RelayScene.within(30)
          .until(() -> remembered().equals(List.of(Integer.toString(MORE_THAN_A_BATCH))));
      assertThat(taken).isTrue();
    }
  }

  private void takenByOneThatDies() {
    database.execute(
        "update generator.lease set owner = 'other', fence = fence + 1,"
            + " lease_until = clock_timestamp() + interval '3 seconds'");
  }

  private List<String> remembered() {
    return database.query("select count(*) from generator.reconciliation");
  }
}
