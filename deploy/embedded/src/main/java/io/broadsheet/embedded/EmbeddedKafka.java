package io.broadsheet.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * One Kafka broker (KRaft, its own controller) in a JVM of its own, on 127.0.0.1 only. Its JVM ends
 * with this one, however this one ends. About 200 MB resident; starts in 3 to 5 s.
 */
public final class EmbeddedKafka {
  private static final Duration START_LIMIT = Duration.ofSeconds(90);
  private static final Duration GRACE = Duration.ofSeconds(20);

  private final Settings settings;
  private final ChildProcess process;

  /**
   * What a broker is started with.
   *
   * @param dataDirectory holds its configuration and its log segments
   * @param log file that takes the broker's output
   * @param port TCP port for clients
   * @param controllerPort TCP port it uses for itself
   */
  public record Settings(Path dataDirectory, Path log, int port, int controllerPort) {}

  private EmbeddedKafka(Settings settings, ChildProcess process) {
    this.settings = settings;
    this.process = process;
  }

  /**
   * Begins to start a broker; {@link #awaitReady()} says when it serves. The class path of the new
   * JVM is this one's.
   *
   * @throws UncheckedIOException if the data directory cannot be written or the JVM cannot be
   *     started
   */
  public static EmbeddedKafka launch(Settings settings) {
    try {
      Path home = Files.createDirectories(settings.dataDirectory).toAbsolutePath();
      Files.createDirectories(settings.log.toAbsolutePath().getParent());
      Files.deleteIfExists(home.resolve("ready"));
      Path configuration = home.resolve("server.properties");
      try (OutputStream out = Files.newOutputStream(configuration)) {
        properties(settings, home).store(out, "Written anew at each start");
      }
      return new EmbeddedKafka(
          settings,
          ChildProcess.start(
              "kafka", command(configuration), System.getenv(), settings.log, GRACE));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot use the data directory " + settings.dataDirectory + ": " + e.getMessage(), e);
    }
  }

  private static List<String> command(Path configuration) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-Xms64m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        KafkaBroker.class.getName(),
        configuration.toString());
  }

  private static Properties properties(Settings settings, Path home) {
    Properties properties = new Properties();
    properties.putAll(
        Map.of(
            "process.roles",
            "broker,controller",
            "node.id",
            "1",
            "controller.quorum.voters",
            "1@127.0.0.1:" + settings.controllerPort,
            "listeners",
            "PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d"
                .formatted(settings.port, settings.controllerPort),
            "advertised.listeners",
            "PLAINTEXT://127.0.0.1:" + settings.port,
            "controller.listener.names",
            "CONTROLLER",
            "listener.security.protocol.map",
            "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
            "log.dirs",
            home.resolve("segments").toString()));
    // A single broker can hold one replica of each internal topic.
    properties.putAll(
        Map.of(
            "offsets.topic.replication.factor", "1",
            "offsets.topic.num.partitions", "4",
            "transaction.state.log.replication.factor", "1",
            "transaction.state.log.min.isr", "1",
            "transaction.state.log.num.partitions", "4",
            "share.coordinator.state.topic.replication.factor", "1",
            "share.coordinator.state.topic.min.isr", "1",
            "share.coordinator.state.topic.num.partitions", "1"));
    properties.putAll(
        Map.of(
            "auto.create.topics.enable", "false",
            "group.initial.rebalance.delay.ms", "0",
            "log.cleaner.dedupe.buffer.size", "16777216",
            "num.network.threads", "2",
            "num.io.threads", "2",
            // A killed broker may register again only after its session: 9 s by default.
            "broker.heartbeat.interval.ms", "500",
            "broker.session.timeout.ms", "4000",
            // A stack that rests for a month still knows where its consumers were.
            "offsets.retention.minutes", "525600"));
    return properties;
  }

  /**
   * Waits until the broker serves.
   *
   * @throws IllegalStateException if it has ended or takes longer than 90 s; the message ends with
   *     its log
   */
  public EmbeddedKafka awaitReady() {
    Path ready = settings.dataDirectory.resolve("ready");
    Waiting.until(
        START_LIMIT, () -> Files.exists(ready) || !process.isAlive(), () -> "Kafka does not start");
    if (!process.isAlive()) {
      throw new IllegalStateException(
          "Kafka has ended. " + settings.log + " ends:\n  " + LogTail.of(settings.log));
    }
    return this;
  }

  /** What clients connect to, as {@code host:port}. */
  public String bootstrapServers() {
    return "127.0.0.1:" + settings.port;
  }

  /** The broker's process. */
  public ChildProcess process() {
    return process;
  }

  /** Stops the broker in order and waits until it has ended; at most 25 s. */
  public void stop() {
    process.stop();
  }

  /** Ends the broker as {@code kill -9} does. */
  public void kill() {
    process.kill();
  }
}
