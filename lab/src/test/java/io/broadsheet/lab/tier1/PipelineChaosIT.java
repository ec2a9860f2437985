package io.broadsheet.lab.tier1;

import static io.broadsheet.lab.tier1.Fault.Kind.CRASH;
import static io.broadsheet.lab.tier1.Fault.Kind.FREEZE;
import static io.broadsheet.lab.tier1.Fault.Kind.LOST;
import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tier 1 from the publish transaction to the inbox: faults at every point between two of its steps,
 * and the reconciler makes good what the stream lost.
 */
class PipelineChaosIT {

  private static final List<Fault> PUBLISHING = at("PublishTransaction", CRASH, LOST, FREEZE);
  private static final List<Fault> RELAYING = at(Pipeline.STREAM, CRASH, LOST);
  // A reconciler that fails while it holds its lease waits for the lease's end, 30 s: once is
  // enough.
  private static final List<Fault> RECONCILING =
      List.of(
          new Fault(FaultPoint.before("ReconcilerLease"), LOST),
          new Fault(FaultPoint.after("UnsettledRows"), LOST));

  private static final List<Fault> TAKING_IN =
      Stream.of(at("Deposit", CRASH, LOST), at(Pipeline.COMMIT, CRASH))
          .flatMap(List::stream)
          .toList();

  private static List<Fault> at(String step, Fault.Kind... kinds) {
    List<Fault> faults = new ArrayList<>();
    for (Fault.Kind kind : kinds) {
      faults.add(new Fault(FaultPoint.before(step), kind));
      faults.add(new Fault(FaultPoint.after(step), kind));
    }
    return faults;
  }

  @Test
  @Case({"G3", "G5", "G6", "R1", "R3"})
  void everyFaultIsMetAndEveryRowBecomesADelivery() throws Exception {
    try (Stage stage = new Stage()) {
      Pipeline pipeline = new Pipeline(stage, PUBLISHING, RELAYING, RECONCILING, TAKING_IN, true);

      assertThat(DeliveryChaosIT.findings(pipeline.run(Duration.ofSeconds(120)))).isEmpty();
      for (List<Fault> faults : List.of(PUBLISHING, RELAYING, RECONCILING, TAKING_IN)) {
        assertThat(pipeline.coverage().missing(faults)).isEmpty();
      }
    }
  }

  @Test
  void redWithoutTheReconciler() throws Exception {
    try (Stage stage = new Stage()) {
      Pipeline pipeline = new Pipeline(stage, PUBLISHING, RELAYING, List.of(), List.of(), false);

      assertThat(DeliveryChaosIT.findings(pipeline.run(Duration.ofSeconds(12))))
          .anyMatch(finding -> finding.contains("lost: outbox row"));
    }
  }
}
