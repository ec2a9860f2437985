package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadBytesTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "ж", "日", "😀", "aж日😀", "\ud83d", "\ude00a", "\ud83d\ud83d"})
  void aTextOfAnyLengthIsEncodedAsJavaDoesItAndNotBeyondItsLimit(String letters) {
    for (int times : new int[] {1, 100_000}) {
      String text = letters.repeat(times);
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

      assertThat(PayloadBytes.of(text, bytes.length)).isEqualTo(bytes);
      assertThat(PayloadBytes.of(text, bytes.length - 1)).isNull();
    }
  }
}
