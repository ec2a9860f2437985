package io.broadsheet.generator.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.embedded.ChildProcess;
import io.broadsheet.embedded.FreePorts;
import io.broadsheet.embedded.LogTail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The packaged service as a process of its own, which writes no edition by itself. */
public final class GeneratorProcess implements AutoCloseable {

  private static final Path JAR = Path.of("target/quarkus-app/quarkus-run.jar").toAbsolutePath();
  private static final Path IMAGE = Path.of("../deploy/docker/generator.Dockerfile");
  private static final Pattern OPTIONS = Pattern.compile("JDK_JAVA_OPTIONS=\"([^\"]+)\"");
  private static final Duration GRACE = Duration.ofSeconds(20);

  private final HttpClient http = HttpClient.newHttpClient();
  private final int port = FreePorts.next();
  private final ChildProcess process;

  private GeneratorProcess(Path folder, Map<String, String> config, List<String> javaOptions) {
    Path file = folder.resolve("generator.properties");
    Properties properties = new Properties();
    properties.putAll(config);
    try (Writer out = Files.newBufferedWriter(file)) {
      properties.store(out, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(javaOptions);
    command.addAll(List.of("-Dquarkus.http.port=" + port, "-jar", JAR.toString()));
    process =
        ChildProcess.start(
            "generator",
            command,
            Map.of(
                "PATH",
                System.getenv("PATH"),
                "SMALLRYE_CONFIG_LOCATIONS",
                file.toUri().toString()),
            folder.resolve("generator.log"),
            GRACE);
  }

  /**
   * Starts it; it need not be ready.
   *
   * @param folder for its configuration and its log
   * @param more keys that add to the configuration or replace it
   */
  public static GeneratorProcess start(
      MigratedDatabase database, Path folder, List<String> javaOptions, Map<String, String> more) {
    MigrateSettings migrated = database.settings();
    Map<String, String> config = new HashMap<>();
    config.put("quarkus.datasource.reactive.url", migrated.url().replaceFirst("^jdbc:", ""));
    config.put("quarkus.datasource.password", migrated.generatorPassword());
    config.put("kafka.bootstrap.servers", migrated.bootstrapServers());
    config.put("broadsheet.relay.url", migrated.url());
    config.put("broadsheet.relay.user", "broadsheet_relay");
    config.put("broadsheet.relay.password", migrated.relayPassword());
    config.put("broadsheet.relay.slot-name", migrated.slotName());
    config.put("broadsheet.site.base-url", "https://example.org");
    config.put("broadsheet.schedule.cron", "off");
    config.put("broadsheet.schedule.at-start", "false");
    for (String writer : NewsroomStack.WRITERS) {
      addModel(config, "broadsheet.writers." + writer + ".");
    }
    addModel(config, "broadsheet.translator.");
    config.put("broadsheet.targets.telegram-ru.channel", "telegram");
    config.put("broadsheet.targets.telegram-ru.language", "ru");
    config.putAll(more);
    return new GeneratorProcess(folder, config, javaOptions);
  }

  private static void addModel(Map<String, String> config, String prefix) {
    config.put(prefix + "base-url", "http://127.0.0.1:1/v1");
    config.put(prefix + "api-key", "nobody-asks");
    config.put(prefix + "model", "none");
  }

  /** Java's options in the image. */
  public static List<String> shippedOptions() {
    try {
      Matcher options = OPTIONS.matcher(Files.readString(IMAGE));
      if (!options.find()) {
        throw new IllegalStateException(IMAGE + " sets no JDK_JAVA_OPTIONS");
      }
      return List.of(options.group(1).split(" "));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What it tells of its relay.
   *
   * @throws IOException if it does not answer yet
   * @throws IllegalStateException if it has ended
   */
  public JsonNode relay() throws IOException, InterruptedException {
    return new ObjectMapper().readTree(get("/api/relay").body());
  }

  /**
   * Whether it answers that it need not be restarted.
   *
   * @throws IOException if it does not answer yet
   * @throws IllegalStateException if it has ended
   */
  public boolean isLive() throws IOException, InterruptedException {
    return get("/q/health/live").statusCode() == 200;
  }

  /** All that it has logged. */
  public String log() throws IOException {
    return Files.readString(process.log());
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    requireAlive();
    return http.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(20))
            .build(),
        BodyHandlers.ofString());
  }

  /**
   * Checks that it runs.
   *
   * @throws IllegalStateException if it has ended; the message has its last words
   */
  public void requireAlive() {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          "the generator has ended with exit code "
              + process.exitCode()
              + ", its log ends:\n"
              + LogTail.of(process.log()));
    }
  }

  /** Ends it as {@code kill -9} does. */
  public void kill() {
    process.kill();
  }

  @Override
  public void close() {
    process.stop();
  }
}
