package io.broadsheet.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.lab.chaos.FaultPlan.Planned;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultPlanTest {

  private static List<Planned> plan(long seed, int faults) {
    FaultPlan plan = new FaultPlan(seed);
    return Stream.generate(() -> plan.next(2)).limit(faults).toList();
  }

  @Test
  void isTheSameForTheSameSeed() {
    assertThat(plan(7, 300)).isEqualTo(plan(7, 300)).isNotEqualTo(plan(8, 300));
  }

  @Test
  void holdsEveryKindAndEveryFaultOfAnApi() {
    List<Planned> plan = plan(1, 500);

    assertThat(plan.stream().map(Planned::kind)).contains(FaultKind.values());
    for (String fault :
        List.of(
            "error",
            "throttle",
            "hang",
            "slow",
            "reset-before",
            "reset-after-effect",
            "5xx-after-effect",
            "late-effect")) {
      assertThat(plan.stream().map(Planned::rule))
          .anyMatch(rule -> rule.contains("\"fault\":\"" + fault + "\""));
    }
  }

  @Test
  void beginsWithALateEffectAtEachApi() {
    assertThat(plan(1, 6).stream().map(Planned::rule))
        .allMatch(rule -> rule.contains("\"fault\":\"late-effect\""))
        .map(rule -> rule.substring(0, rule.indexOf(',')))
        .doesNotHaveDuplicates();
  }

  @Test
  void makesSixHundredInLessThanHalfAnHour() {
    Duration pauses =
        plan(1, 600).stream().map(Planned::after).reduce(Duration.ZERO, Duration::plus);

    // What is left is for the lab's own looks at the sandbox.
    assertThat(pauses).isLessThan(Duration.ofMinutes(25));
  }
}
