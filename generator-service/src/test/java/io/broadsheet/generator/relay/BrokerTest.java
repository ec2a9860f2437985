package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.event.Topics;
import io.broadsheet.generator.relay.Finding.Level;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BrokerTest {

  @Test
  void aLimitThatTheBrokerDoesNotTellIsAWarning() {
    Finding finding = Broker.limits(List.of("a", "b"), Map.of("a", Topics.MAX_MESSAGE_BYTES));

    assertThat(finding.is(Level.WARNING)).isTrue();
    assertThat(finding.sentence()).contains("[b] is not told");
  }

  @Test
  void aLimitThatIsTooLowIsNamedFirst() {
    Finding finding = Broker.limits(List.of("a", "b"), Map.of("a", 1_000_000));

    assertThat(finding.is(Level.WARNING)).isTrue();
    assertThat(finding.sentence()).contains("of [a]", "run migrate");
  }

  @Test
  void aMissingTopicIsWaitedForOnlyIfNoneIsThere() {
    assertThat(Broker.missing(Set.of()).is(Level.WAITS)).isTrue();

    Finding one = Broker.missing(Set.of(Topics.COMMAND));

    assertThat(one.is(Level.WARNING)).isTrue();
    assertThat(one.sentence()).contains("lacks the topics", "post.vk", "run migrate");
    assertThat(Broker.missing(Set.copyOf(Topics.all())).is(Level.FINE)).isTrue();
  }
}
