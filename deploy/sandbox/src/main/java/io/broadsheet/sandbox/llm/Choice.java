package io.broadsheet.sandbox.llm;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;

/** Choices that look random and are the same for the same words. */
final class Choice {
  private final Random random;

  private Choice(long seed) {
    this.random = new Random(seed);
  }

  /** Choices decided by the given words, order included. */
  static Choice by(String... words) {
    long seed = 17;
    for (String word : words) {
      CRC32C crc = new CRC32C();
      crc.update(word.getBytes(StandardCharsets.UTF_8));
      seed = seed * 1_000_003 + crc.getValue();
    }
    return new Choice(seed);
  }

  <T> T one(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  /** All of them, shuffled. */
  <T> List<T> shuffled(List<T> from) {
    List<T> copy = new ArrayList<>(from);
    Collections.shuffle(copy, random);
    return copy;
  }

  int number(int bound) {
    return random.nextInt(bound);
  }
}
