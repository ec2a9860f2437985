package io.broadsheet.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The same rules for what {@code kubectl kustomize} makes of the overlay, where it is installed.
 */
class RenderedManifestsTest extends ManifestsTest {

  @Override
  List<HasMetadata> load() throws IOException {
    assumeTrue(isInstalled("kubectl"), "kubectl is not installed");
    Path errors = Files.createTempFile("kustomize", ".log");
    Process kustomize =
        new ProcessBuilder("kubectl", "kustomize", DeployFolder.OVERLAY.toString())
            .redirectError(errors.toFile())
            .start();
    String yaml = new String(kustomize.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(kustomize.onExit().join().exitValue()).as(Files.readString(errors)).isZero();
    Files.delete(errors);
    return Manifests.read(yaml);
  }

  private static boolean isInstalled(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
