package io.broadsheet.publisher.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.event.UnreadableEvent;
import io.broadsheet.publisher.testing.Records;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ArrivalTest {

  @Test
  void readsARecord() {
    UUID id = UUID.randomUUID();
    Arrival arrival = Arrival.read(Records.post(id, UUID.randomUUID(), "telegram-ru"));
    assertThat(arrival.eventId()).isEqualTo(id);
    assertThat(arrival.post().target()).isEqualTo("telegram-ru");
    assertThat(arrival.createdAt().toInstant()).isEqualTo(Records.PUBLISHED_AT);
  }

  static Stream<Arguments> unreadable() {
    return Stream.of(
        Arguments.of("no value", Records.with(null)),
        Arguments.of("not JSON", Records.with("{")),
        Arguments.of("unknown version", Records.with("{\"v\":2}")),
        Arguments.of("no id", Records.without("id")),
        Arguments.of("an id that is none", Records.withHeader("id", "1")),
        Arguments.of("no type", Records.without("type")),
        Arguments.of("another type", Records.withHeader("type", "command")),
        Arguments.of("no target", Records.without("target")),
        Arguments.of("another target", Records.withHeader("target", "telegram-en")),
        Arguments.of("no generation", Records.without("generation")),
        Arguments.of("another generation", Records.withHeader("generation", "2")),
        Arguments.of("another channel's topic", Records.onTopic("broadsheet.post.vk")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void unreadable(String fault, ConsumerRecord<byte[], byte[]> kafkaRecord) {
    assertThatThrownBy(() -> Arrival.read(kafkaRecord))
        .isInstanceOf(UnreadableEvent.class)
        .message()
        .isNotBlank();
  }

  @Test
  void theValueStaysAsItCame() {
    ConsumerRecord<byte[], byte[]> kafkaRecord =
        Records.post(UUID.randomUUID(), UUID.randomUUID(), "telegram-ru");
    assertThat(Arrival.read(kafkaRecord).payload())
        .isEqualTo(new String(kafkaRecord.value(), StandardCharsets.UTF_8));
  }
}
