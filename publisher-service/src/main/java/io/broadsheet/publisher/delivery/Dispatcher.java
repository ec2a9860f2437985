package io.broadsheet.publisher.delivery;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jboss.logging.Logger;

/**
 * The deliveries' engine of this replica: a worker per target and one watch. It waits at start
 * until the database takes the targets, and drains at the end.
 */
final class Dispatcher {

  private static final Logger LOG = Logger.getLogger(Dispatcher.class);

  private final List<OpenTarget> targets;
  private final DeliverySteps steps;
  private final DueWatch watch;
  private final List<TargetWorker> workers;
  private final Thread starter = new Thread(this::startWhenReachable, "dispatcher-start");

  Dispatcher(
      List<OpenTarget> targets,
      DeliverySteps steps,
      DueSignals signals,
      RandomGenerator random,
      Duration slowPoll) {
    this.targets = List.copyOf(targets);
    this.steps = steps;
    this.watch = new DueWatch(targets, steps, signals, slowPoll);
    this.workers =
        targets.stream()
            .map(
                target ->
                    new TargetWorker(
                        target,
                        nextState(target, random),
                        steps,
                        signals,
                        watch,
                        dependantsOf(target)))
            .toList();
  }

  /** Starts it; returns at once. */
  void start() {
    starter.start();
  }

  /**
   * Stops claiming and waits for what is in flight.
   *
   * @param drainTimeout how long at most; the rest is left to the leases' expiry
   */
  void stop(Duration drainTimeout) {
    long deadline = System.nanoTime() + drainTimeout.toNanos();
    starter.interrupt();
    steps.verifications().stop();
    watch.stop();
    workers.forEach(TargetWorker::stopClaiming);
    try {
      for (TargetWorker worker : workers) {
        worker.awaitDrained(Math.max(0, deadline - System.nanoTime()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void startWhenReachable() {
    try {
      Persist.untilDone(
          () -> steps.registerTargets().registerTargets(targets), "registering the targets");
      LOG.infof("delivering to %s", targets);
      workers.forEach(TargetWorker::start);
      watch.start();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static NextState nextState(OpenTarget target, RandomGenerator random) {
    DeliveryPolicy policy = target.policy();
    return new NextState(
        policy,
        new Backoff(policy.backoffBase(), policy.backoffMax(), random),
        target.channel().keyWindow(),
        target.channel().repeatsAtOnce());
  }

  private List<String> dependantsOf(OpenTarget target) {
    return targets.stream()
        .filter(other -> other.policy().companion().filter(target.name()::equals).isPresent())
        .map(OpenTarget::name)
        .toList();
  }
}
