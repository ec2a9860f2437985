package io.broadsheet.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What Kustomize joins is there, and nothing is left out. */
class KustomizationTest {

  @Test
  void everyFileIsListedAndEveryListedFileIsThere() throws IOException {
    for (Path folder : List.of(DeployFolder.BASE, DeployFolder.OVERLAY)) {
      List<String> resources = strings(kustomization(folder), "resources");
      assertThat(resources).allMatch(resource -> Files.exists(folder.resolve(resource)));
      assertThat(DeployFolder.manifestFiles(folder))
          .extracting(file -> file.getFileName().toString())
          .isSubsetOf(resources);
    }
  }

  @Test
  void theOverlayMakesEveryConfigMapAndSecretThatAPodNames() throws IOException {
    Map<String, Object> overlay = kustomization(DeployFolder.OVERLAY);
    assertThat(
            pods()
                .flatMap(w -> w.pod().getVolumes().stream())
                .filter(volume -> volume.getConfigMap() != null)
                .map(volume -> volume.getConfigMap().getName()))
        .isSubsetOf(names(overlay, "configMapGenerator"));
    assertThat(
            pods()
                .flatMap(w -> w.containers().stream())
                .map(Container::getEnvFrom)
                .flatMap(List::stream)
                .map(EnvFromSource::getSecretRef)
                .map(secret -> secret.getName()))
        .containsExactlyInAnyOrderElementsOf(names(overlay, "secretGenerator"));
  }

  @Test
  void theOverlaySaysWhereEveryImageComesFrom() throws IOException {
    assertThat(
            pods()
                .flatMap(w -> w.containers().stream())
                .map(container -> container.getImage().replaceFirst(":.*", "")))
        .containsExactlyInAnyOrderElementsOf(names(kustomization(DeployFolder.OVERLAY), "images"));
  }

  private static Stream<Workload> pods() throws IOException {
    return Workload.of(DeployFolder.manifests()).stream();
  }

  private static Map<String, Object> kustomization(Path folder) throws IOException {
    return DeployFolder.yaml(folder.resolve("kustomization.yaml"));
  }

  private static TreeSet<String> names(Map<String, Object> kustomization, String key) {
    TreeSet<String> names = new TreeSet<>();
    for (Object entry : (List<?>) kustomization.get(key)) {
      names.add((String) ((Map<?, ?>) entry).get("name"));
    }
    return names;
  }

  private static List<String> strings(Map<String, Object> kustomization, String key) {
    return ((List<?>) kustomization.get(key)).stream().map(String.class::cast).toList();
  }
}
