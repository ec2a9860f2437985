package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.generator.testing.NewsroomStack;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Measures one edition with five writers that answer in 20 s each: wall time, calls and cost. No
 * part of the build; {@code docs/writing.md} has the command.
 */
@QuarkusTest
@TestProfile(EditionBenchmark.Patient.class)
@QuarkusTestResource(NewsroomStack.class)
class EditionBenchmark extends EmptyNewsroom {

  /** Times as in production, where the tests' are short. */
  public static class Patient implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      Map<String, String> config = new HashMap<>();
      config.put("broadsheet.writers.deadline", "120s");
      NewsroomStack.WRITERS.forEach(
          writer -> config.put("broadsheet.writers." + writer + ".timeout", "60s"));
      return config;
    }
  }

  @Test
  void anEditionOfSlowWriters() {
    for (String writer : NewsroomStack.WRITERS) {
      sandbox.fault(
          "[{\"api\":\"llm\",\"method\":\"%s\",\"fault\":\"slow\",\"delayMs\":20000}]"
              .formatted(writer));
    }
    long start = System.nanoTime();

    AttemptOutcome outcome = replica("a").attempt(TUESDAY);

    Duration wall = Duration.ofNanos(System.nanoTime() - start);
    assertThat(outcome).isInstanceOf(AttemptOutcome.Published.class);
    BigDecimal cost =
        new BigDecimal(
            column("select sum(coalesce(cost, reserved))::text from generator.llm_call").get(0));
    BigDecimal reserved =
        new BigDecimal(column("select sum(reserved)::text from generator.llm_call").get(0));
    System.out.printf(
        "edition: %.1f s, %d calls, cost %s USD (billed %s, reserved %s)%n",
        wall.toMillis() / 1000.0,
        sandbox.questions().size(),
        cost.stripTrailingZeros().toPlainString(),
        sandbox.bill().stripTrailingZeros().toPlainString(),
        reserved.stripTrailingZeros().toPlainString());
  }
}
