package io.broadsheet.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/** The files under test, found from the module's folder. */
final class DeployFolder {

  static final Path BASE = Path.of("base");
  static final Path OVERLAY = Path.of("overlays", "sandbox");
  static final Path DOCKER = Path.of("..", "docker");
  static final Path COMPOSE = Path.of("..", "..", "docker-compose.yml");

  private DeployFolder() {}

  /** Every manifest of base and overlay, as it is written. */
  static List<HasMetadata> manifests() throws IOException {
    List<HasMetadata> objects = new ArrayList<>();
    for (Path folder : List.of(BASE, OVERLAY)) {
      for (Path file : manifestFiles(folder)) {
        objects.addAll(Manifests.read(Files.readString(file)));
      }
    }
    return objects;
  }

  static List<Path> manifestFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> !file.endsWith("kustomization.yaml"))
          .sorted()
          .toList();
    }
  }

  static Map<String, String> properties(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> sorted = new TreeMap<>();
    properties.forEach((key, value) -> sorted.put((String) key, (String) value));
    return sorted;
  }

  /** A YAML document with its anchors and merge keys resolved. */
  static Map<String, Object> yaml(Path file) throws IOException {
    return new Yaml().load(Files.readString(file));
  }
}
