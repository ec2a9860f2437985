package io.broadsheet.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitTest {

  @TempDir Path folder;

  @Test
  void itIsUnknownWithoutGit() {
    assertThat(Commit.of(folder, "no-such-git")).isEqualTo("unknown");
  }

  @Test
  void itIsUnknownWhereNoSourcesAre() {
    assertThat(Commit.of(folder.resolve("nowhere"))).isEqualTo("unknown");
  }
}
