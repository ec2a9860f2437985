package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TagsTest {

  @Test
  void areLowerCaseWordsWithoutMarks() {
    assertThat(Tags.read("#Чай, «Горячая  вода»; C++, [node.js], snake_case, -."))
        .containsExactly("чай", "горячая вода", "c++", "node.js", "snake case");
  }

  @Test
  void areFewShortAndDifferent() {
    assertThat(Tags.read("а, А, #а, б, в, г, д, е, ж, з"))
        .containsExactly("а", "б", "в", "г", "д", "е");
    assertThat(Tags.read("т".repeat(41) + ", " + "т".repeat(40))).containsExactly("т".repeat(40));
    assertThat(Tags.read(" , ;#")).isEmpty();
  }
}
