package io.broadsheet.lab.chaos;

import io.broadsheet.embedded.EmbeddedPostgreSql;
import io.broadsheet.lab.SandboxClient;
import io.broadsheet.lab.chaos.Deeds.Deed;
import io.broadsheet.lab.chaos.FaultPlan.Planned;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Does what is planned; what would hit a part that is down already waits until it stands. */
final class FaultInjector {

  private static final String DATABASE = "database";
  private static final String BROKER = "broker";
  private static final Duration LONGEST_END = Duration.ofMinutes(2);
  private static final long AGAIN_MS = 100;

  private final ChaosStack stack;
  private final SandboxClient sandbox;
  private final ChaosLog log;
  private final Deeds deeds;
  private final List<Planned> postponed = new ArrayList<>();
  private final Map<FaultKind, Integer> planned = new EnumMap<>(FaultKind.class);

  FaultInjector(ChaosStack stack, SandboxClient sandbox, ChaosLog log) {
    this.stack = stack;
    this.sandbox = sandbox;
    this.log = log;
    this.deeds = new Deeds(log);
  }

  /** Begins a fault and those that had to wait, as far as their parts stand. */
  void inject(Planned fault) {
    planned.merge(fault.kind(), 1, Integer::sum);
    postponed.add(fault);
    beginPostponed();
  }

  private void beginPostponed() {
    postponed.removeIf(
        fault -> {
          boolean begun = begin(fault);
          if (begun) {
            log.fault(fault);
          }
          return begun;
        });
  }

  private boolean begin(Planned fault) {
    return switch (fault.kind()) {
      case API -> on(fault, Set.of(), () -> sandbox.fault(fault.rule()));
      case KILL_PUBLISHER -> restart(fault, stack.publishers(), Replica::kill);
      case KILL_GENERATOR -> restart(fault, stack.generators(), Replica::kill);
      case TERMINATE_PUBLISHER -> restart(fault, stack.publishers(), Replica::terminateInTime);
      case TERMINATE_GENERATOR -> restart(fault, stack.generators(), Replica::terminateInTime);
      case FREEZE_PUBLISHER -> freeze(fault, stack.publishers());
      case FREEZE_GENERATOR -> freeze(fault, stack.generators());
      case RESTART_BROKER -> broker(fault, () -> stack.kafka().stop());
      case KILL_BROKER -> broker(fault, () -> stack.kafka().kill());
      case RESTART_DATABASE -> database(fault, () -> stack.postgreSql().stop());
      case KILL_DATABASE -> database(fault, () -> stack.postgreSql().kill());
      case DROP_SLOT -> on(fault, Set.of(DATABASE), this::dropSlot);
      case OFFSETS_TO_EARLIEST -> offsetsToEarliest(fault);
    };
  }

  private boolean on(Planned fault, Set<String> parts, Deed deed) {
    return deeds.begin(fault.kind(), parts, deed);
  }

  private boolean restart(Planned fault, List<Replica> replicas, Consumer<Replica> end) {
    Replica replica = replicas.get(fault.replica());
    return on(
        fault,
        Set.of(replica.name()),
        () -> {
          try {
            replica.requireRunning();
            end.accept(replica);
            sleep(fault.length());
          } finally {
            replica.start();
          }
        });
  }

  private boolean freeze(Planned fault, List<Replica> replicas) {
    Replica replica = replicas.get(fault.replica());
    return on(
        fault,
        Set.of(replica.name()),
        () -> {
          try {
            replica.requireRunning();
          } catch (IllegalStateException e) {
            replica.start();
            throw e;
          }
          replica.freeze();
          sleep(fault.length());
          replica.thaw();
        });
  }

  private boolean broker(Planned fault, Runnable end) {
    return on(
        fault,
        Set.of(BROKER),
        () -> {
          stack.requireKafka();
          end.run();
          sleep(fault.length());
          stack.launchKafka();
          stack.kafka().awaitReady();
        });
  }

  private boolean database(Planned fault, Runnable end) {
    return on(
        fault,
        Set.of(DATABASE),
        () -> {
          stack.requirePostgreSql();
          end.run();
          sleep(fault.length());
          stack.startPostgreSql();
        });
  }

  private void dropSlot() throws Exception {
    try (Connection superuser = stack.postgreSql().superuser(EmbeddedPostgreSql.DATABASE)) {
      SlotDrop.drop(superuser);
    }
  }

  private boolean offsetsToEarliest(Planned fault) {
    Set<String> parts = new HashSet<>(Set.of(BROKER));
    stack.publishers().forEach(publisher -> parts.add(publisher.name()));
    return on(
        fault,
        parts,
        () -> {
          try {
            for (Replica publisher : stack.publishers()) {
              publisher.requireRunning();
              publisher.terminateInTime();
            }
            OffsetReset.toEarliest(stack.ports().bootstrapServers());
            sleep(fault.length());
          } finally {
            stack.publishers().forEach(Replica::start);
          }
        });
  }

  private static void sleep(Duration length) throws InterruptedException {
    Thread.sleep(length.toMillis());
  }

  /**
   * Begins what still waits, waits until every fault has ended, and sees to it that everything
   * runs.
   *
   * @return what did not run although every fault had ended
   */
  List<String> endAll() throws InterruptedException {
    long start = System.nanoTime();
    while (!postponed.isEmpty() && System.nanoTime() - start < LONGEST_END.toNanos()) {
      beginPostponed();
      Thread.sleep(AGAIN_MS);
    }
    deeds.end(LONGEST_END);
    return stack.startMissing();
  }

  /** What became of the plan so far. */
  FaultTally tally() {
    return new FaultTally(new EnumMap<>(planned), deeds.done(), deeds.failures());
  }
}
