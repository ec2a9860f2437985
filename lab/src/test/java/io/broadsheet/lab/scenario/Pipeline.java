package io.broadsheet.lab.scenario;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.database.DatabaseState;
import io.broadsheet.generator.outbox.LabNewsroom;
import io.broadsheet.generator.relay.LabRelay;
import io.broadsheet.lab.audit.Verdict;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.InterruptException;

/**
 * From the publish transaction to the delivery: editions, a stream that may lose rows, two replicas
 * of the reconciler and of the inbox, and a broker. What dies is replaced, knowing nothing.
 */
final class Pipeline {

  static final String STREAM = "stream";

  /** One takes over from the other. */
  private static final int RECONCILERS = 2;

  /** The same, of partitions. */
  private static final int INBOXES = 2;

  private static final LocalDate FIRST = LocalDate.of(2020, 1, 1);
  private static final Duration BEFORE_TAKE_OVER = Duration.ofSeconds(1);

  /**
   * An edition is claimed again after 1 s, a reconciler's lease within a second or two, an inbox's
   * partitions after two.
   */
  private static final Duration FREEZE = Duration.ofSeconds(4);

  private static final Duration BETWEEN_EDITIONS = Duration.ofMillis(500);
  private static final Duration LOOK = Duration.ofMillis(100);
  private final Stage stage;
  private final EditionTable table;
  private final PipelinePaper paper;
  private final Coverage coverage = new Coverage();
  private final List<Armament> editions;
  private final List<Armed> armed = new CopyOnWriteArrayList<>();
  private final Armed relaying = armed();
  private final Armed reconciling = armed(this::endReconcilersLease);
  private final Armed takingIn = armed();
  private final boolean reconciled;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile boolean over;

  /**
   * @param editions published one after the other, each with what it brings
   * @param reconciled whether there is a reconciler at all
   */
  Pipeline(Stage stage, List<Armament> editions, boolean reconciled) {
    this.stage = stage;
    this.table = new EditionTable(stage);
    this.paper = new PipelinePaper(stage);
    this.editions = List.copyOf(editions);
    this.reconciled = reconciled;
  }

  private Armed armed() {
    return armed(() -> {});
  }

  private Armed armed(Runnable whenMet) {
    Armed one =
        new Armed(
            List.of(),
            FREEZE,
            (point, fault) -> {
              coverage.passed(point, fault);
              fault.ifPresent(met -> whenMet.run());
            });
    armed.add(one);
    return one;
  }

  // Nobody waits 30 s for it, and who is frozen goes on beside a successor.
  private void endReconcilersLease() {
    table.endReconcilersLease();
  }

  Coverage coverage() {
    return coverage;
  }

  /** What nobody has met. */
  List<Fault> unmet() {
    return armed.stream().flatMap(one -> one.left().stream()).toList();
  }

  /**
   * Runs until every edition's rows are deliveries and every fault was met, or patience ends; then
   * audits.
   */
  List<Verdict> run(Duration patience) throws InterruptedException, SQLException {
    threads.execute(this::stream);
    PipelineInbox inbox = new PipelineInbox(stage, takingIn, () -> over);
    for (int i = 0; i < INBOXES; i++) {
      threads.execute(inbox::takeIn);
    }
    if (reconciled) {
      for (int i = 0; i < RECONCILERS; i++) {
        threads.execute(this::reconcile);
      }
    }
    int published = 0;
    for (Armament edition : editions) {
      publish(published++, edition);
      // So that the stream, when it dies, has not missed all of them.
      Thread.sleep(BETWEEN_EDITIONS.toMillis());
    }
    long deadline = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() - deadline < 0) {
      boolean settled = table.left() == 0;
      if (settled && unmet().isEmpty()) {
        break;
      }
      if (settled) {
        // Stream and inbox meet nothing where nothing comes.
        publish(published++, Armament.NONE);
      }
      Thread.sleep((settled ? BETWEEN_EDITIONS : LOOK).toMillis());
    }
    over = true;
    threads.shutdownNow();
    threads.awaitTermination(30, TimeUnit.SECONDS);
    return new PipelineAudit(stage, PipelinePaper.TARGETS).verdicts();
  }

  private void publish(int number, Armament edition) throws SQLException {
    LocalDate date = FIRST.plusDays(number);
    table.insert(date);
    relaying.arm(edition.relaying());
    reconciling.arm(edition.reconciling());
    takingIn.arm(edition.takingIn());
    Armed publishing = armed();
    publishing.arm(edition.publishing());
    threads.execute(() -> publish(date, publishing));
  }

  private Lifeline life(Armed met) {
    return new Lifeline(met, () -> {});
  }

  // Claims until it is published; meanwhile another claims too, as after a lease's end.
  private void publish(LocalDate date, Armed met) {
    threads.execute(
        () -> {
          pause(BEFORE_TAKE_OVER);
          publishOnce(date, met);
        });
    publishOnce(date, met);
  }

  private void publishOnce(LocalDate date, Armed met) {
    while (!over) {
      try {
        Optional<Long> fence = table.claim(date);
        if (fence.isEmpty()) {
          return;
        }
        new LabNewsroom(new FaultyDatabase(stage.generator(), life(met)), paper.config())
            .publish(date, fence.get());
      } catch (Crashed e) {
        continue;
      }
    }
  }

  private void stream() {
    long seq = 0;
    while (!over) {
      Lifeline lifeline = life(relaying);
      LabRelay.Met met =
          new LabRelay.Met() {
            @Override
            public boolean before() {
              return lifeline.pass(FaultPoint.before(STREAM)).isEmpty();
            }

            @Override
            public void after() {
              lifeline.pass(FaultPoint.after(STREAM));
            }
          };
      try (LabRelay relay = new LabRelay(paper.config(), unharmed())) {
        while (!over) {
          long next = relay.sendNext(seq, met);
          if (next == seq) {
            pause(LOOK);
          }
          seq = next;
        }
      } catch (Crashed e) {
        // Its slot is gone, and with it what it had not sent.
        seq = table.newest();
      } catch (InterruptedException | InterruptException e) {
        return;
      }
    }
  }

  private Database unharmed() {
    return new Database(stage.generator(), new DatabaseState());
  }

  private void reconcile() {
    while (!over) {
      CountDownLatch died = new CountDownLatch(1);
      Lifeline lifeline = new Lifeline(reconciling, died::countDown);
      try (LabRelay relay =
          new LabRelay(paper.config(), new FaultyDatabase(stage.generator(), lifeline))) {
        relay.reconcile();
        while (!over && died.getCount() > 0) {
          pause(LOOK);
        }
      }
    }
  }

  private void pause(Duration length) {
    try {
      Thread.sleep(length.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      over = true;
    }
  }
}
