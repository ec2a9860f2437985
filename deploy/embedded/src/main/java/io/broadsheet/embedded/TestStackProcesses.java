package io.broadsheet.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** The servers behind {@link TestStack}. */
record TestStackProcesses(EmbeddedPostgreSql.Settings postgreSql, String bootstrapServers) {
  // A test framework may load these classes in several class loaders of one JVM. All of them share
  // the system
  // properties, so all find the same servers.
  private static final String KEY = "io.broadsheet.embedded.test-stack";

  static TestStackProcesses startedOrFound() {
    synchronized (System.getProperties()) {
      if (System.getProperty(KEY) == null) {
        started().publish();
      }
      return found();
    }
  }

  private static TestStackProcesses started() {
    Path folder = temporaryFolder();
    EmbeddedKafka kafka =
        EmbeddedKafka.launch(
            new EmbeddedKafka.Settings(
                folder.resolve("kafka"),
                folder.resolve("kafka.log"),
                FreePorts.next(),
                FreePorts.next()));
    EmbeddedPostgreSql.Settings settings =
        settings(folder, FreePorts.next(), password(), password());
    EmbeddedPostgreSql server = EmbeddedPostgreSql.start(settings);
    ChildProcess.start(
        "reaper",
        List.of(
            "sh",
            "-c",
            script(),
            "reaper",
            Long.toString(server.postmaster().orElseThrow().pid()),
            Long.toString(kafka.process().handle().pid()),
            folder.toString()),
        System.getenv(),
        Path.of("/dev/null"),
        Duration.ofSeconds(60));
    kafka.awaitReady();
    return new TestStackProcesses(settings, kafka.bootstrapServers());
  }

  private static EmbeddedPostgreSql.Settings settings(
      Path folder, int port, String superuserPassword, String migratorPassword) {
    return new EmbeddedPostgreSql.Settings(
        folder.resolve("postgresql"),
        sharedBinaries(),
        folder.resolve("postgresql.log"),
        port,
        false,
        superuserPassword,
        migratorPassword);
  }

  /** All test JVMs of a user share one unpacked copy. */
  static Path sharedBinaries() {
    return Path.of(
        System.getProperty("java.io.tmpdir"),
        "broadsheet-binaries-" + System.getProperty("user.name"));
  }

  private void publish() {
    System.setProperty(
        KEY,
        String.join(
            "|",
            postgreSql.dataDirectory().getParent().toString(),
            Integer.toString(postgreSql.port()),
            postgreSql.superuserPassword(),
            postgreSql.migratorPassword(),
            bootstrapServers));
  }

  private static TestStackProcesses found() {
    String[] parts = System.getProperty(KEY).split("\\|");
    return new TestStackProcesses(
        settings(Path.of(parts[0]), Integer.parseInt(parts[1]), parts[2], parts[3]), parts[4]);
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("broadsheet-test-").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String password() {
    return UUID.randomUUID().toString();
  }

  private static String script() {
    try (InputStream script = TestStackProcesses.class.getResourceAsStream("reaper.sh")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
