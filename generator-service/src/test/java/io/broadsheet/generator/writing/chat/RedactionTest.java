package io.broadsheet.generator.writing.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RedactionTest {

  @Test
  void aTokenThatAnotherThreadHasReplacedMayStillBeInUse() {
    Redaction redaction = new Redaction(List.of("the-key-itself"));

    redaction.rotate("token-of-one-thread");
    redaction.rotate("token-of-the-other");

    assertThat(redaction.apply("refused token-of-one-thread, token-of-the-other, the-key-itself"))
        .isEqualTo("refused ***, ***, ***");
  }
}
