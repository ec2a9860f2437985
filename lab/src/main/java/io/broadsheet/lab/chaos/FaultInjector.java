package io.broadsheet.lab.chaos;

import io.broadsheet.embedded.EmbeddedPostgreSql;
import io.broadsheet.lab.SandboxClient;
import io.broadsheet.lab.chaos.FaultPlan.Planned;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Does what is planned, each fault on a thread of its own; a part that is down meets no second. */
final class FaultInjector {

  private static final String DATABASE = "database";
  private static final String BROKER = "broker";
  private static final int SLOT_TRIES = 50;
  private static final int GROUP_TRIES = 20;
  private static final long GROUP_WAIT_MS = 1_000;
  private static final Duration LONGEST_END = Duration.ofMinutes(2);

  private final ChaosStack stack;
  private final SandboxClient sandbox;
  private final ChaosLog log;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<String> down = new HashSet<>();
  private final Map<FaultKind, Integer> counts = new EnumMap<>(FaultKind.class);

  FaultInjector(ChaosStack stack, SandboxClient sandbox, ChaosLog log) {
    this.stack = stack;
    this.sandbox = sandbox;
    this.log = log;
  }

  /** What a fault does. */
  private interface Deed {
    void run() throws InterruptedException, SQLException, ExecutionException;
  }

  /**
   * Begins a fault.
   *
   * @return false if the part it would hit is down already
   */
  boolean inject(Planned fault) {
    return switch (fault.kind()) {
      case API -> on(fault, Set.of(), () -> sandbox.fault(fault.rule()));
      case KILL_PUBLISHER -> restart(fault, stack.publishers(), Replica::kill);
      case KILL_GENERATOR -> restart(fault, stack.generators(), Replica::kill);
      case TERMINATE_PUBLISHER -> restart(fault, stack.publishers(), Replica::terminate);
      case TERMINATE_GENERATOR -> restart(fault, stack.generators(), Replica::terminate);
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

  private boolean restart(
      Planned fault, List<Replica> replicas, java.util.function.Consumer<Replica> end) {
    Replica replica = replicas.get(fault.replica());
    return on(
        fault,
        Set.of(replica.name()),
        () -> {
          end.accept(replica);
          sleep(fault.length());
          replica.start();
        });
  }

  private boolean freeze(Planned fault, List<Replica> replicas) {
    Replica replica = replicas.get(fault.replica());
    return on(
        fault,
        Set.of(replica.name()),
        () -> {
          replica.freeze();
          sleep(fault.length());
          replica.thaw();
        });
  }

  private boolean broker(Planned fault, Deed end) {
    return on(
        fault,
        Set.of(BROKER),
        () -> {
          end.run();
          sleep(fault.length());
          stack.launchKafka();
          stack.kafka().awaitReady();
        });
  }

  private boolean database(Planned fault, Deed end) {
    return on(
        fault,
        Set.of(DATABASE),
        () -> {
          end.run();
          sleep(fault.length());
          stack.startPostgreSql();
        });
  }

  private void dropSlot() throws InterruptedException, SQLException {
    try (Connection connection = stack.postgreSql().superuser(EmbeddedPostgreSql.DATABASE);
        var statement = connection.createStatement()) {
      for (int tries = 0; ; tries++) {
        try {
          statement.execute(
              "select pg_terminate_backend(active_pid) from pg_replication_slots"
                  + " where active_pid is not null");
          statement.execute("select pg_drop_replication_slot(slot_name) from pg_replication_slots");
          return;
        } catch (SQLException e) {
          // A replica was faster.
          if (tries == SLOT_TRIES) {
            throw e;
          }
          Thread.sleep(2);
        }
      }
    }
  }

  private boolean offsetsToEarliest(Planned fault) {
    Set<String> parts = new HashSet<>(Set.of(BROKER));
    stack.publishers().forEach(publisher -> parts.add(publisher.name()));
    return on(
        fault,
        parts,
        () -> {
          for (Replica publisher : stack.publishers()) {
            publisher.terminate();
          }
          try {
            resetOffsetsWhenEmpty();
            sleep(fault.length());
          } finally {
            stack.publishers().forEach(Replica::start);
          }
        });
  }

  // The broker waits for killed members until their session ends.
  private void resetOffsetsWhenEmpty() throws InterruptedException, ExecutionException {
    for (int tries = 0; ; tries++) {
      try {
        resetOffsets();
        return;
      } catch (ExecutionException e) {
        if (tries == GROUP_TRIES) {
          throw e;
        }
        Thread.sleep(GROUP_WAIT_MS);
      }
    }
  }

  private void resetOffsets() throws InterruptedException, ExecutionException {
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", stack.ports().bootstrapServers()))) {
      for (GroupListing group : admin.listGroups().all().get()) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        admin
            .listConsumerGroupOffsets(group.groupId())
            .partitionsToOffsetAndMetadata()
            .get()
            .forEach((partition, offset) -> offsets.put(partition, new OffsetAndMetadata(0)));
        admin.alterConsumerGroupOffsets(group.groupId(), offsets).all().get();
      }
    }
  }

  private boolean on(Planned fault, Set<String> parts, Deed deed) {
    synchronized (down) {
      if (parts.stream().anyMatch(down::contains)) {
        return false;
      }
      down.addAll(parts);
      counts.merge(fault.kind(), 1, Integer::sum);
    }
    log.fault(fault);
    threads.execute(
        () -> {
          try {
            deed.run();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } catch (SQLException | ExecutionException | RuntimeException e) {
            log.line(fault.kind() + " failed: " + e);
          } finally {
            synchronized (down) {
              down.removeAll(parts);
            }
          }
        });
    return true;
  }

  private static void sleep(Duration length) throws InterruptedException {
    Thread.sleep(length.toMillis());
  }

  /** Waits until every fault has ended, and sees to it that everything runs. */
  void endAll() throws InterruptedException {
    threads.shutdown();
    if (!threads.awaitTermination(LONGEST_END.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("a fault did not end within " + LONGEST_END);
    }
    stack.generators().forEach(Replica::start);
    stack.publishers().forEach(Replica::start);
  }

  /** How many of each kind there were. */
  Map<FaultKind, Integer> counts() {
    synchronized (down) {
      return new EnumMap<>(counts);
    }
  }
}
