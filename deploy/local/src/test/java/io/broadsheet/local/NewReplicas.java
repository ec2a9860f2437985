package io.broadsheet.local;

import io.broadsheet.embedded.ChildProcess;
import io.broadsheet.embedded.FreePorts;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;

/** A replica of each service beside those of a stack, whose configuration says more than theirs. */
final class NewReplicas implements AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(40);

  private final Path data;
  private final Map<String, String> more;
  private final int generatorPort = FreePorts.next();
  private final int publisherPort = FreePorts.next();
  private ChildProcess generator;
  private ChildProcess publisher;

  private NewReplicas(Path data, Map<String, String> more) {
    this.data = data;
    this.more = more;
  }

  /**
   * Starts them and returns when both are ready.
   *
   * @param data the running stack's folder
   * @param more keys that add to its configuration
   */
  static NewReplicas start(Path data, Map<String, String> more) throws IOException {
    NewReplicas replicas = new NewReplicas(data, more);
    try {
      replicas.publisher = replicas.launch("publisher", replicas.publisherPort);
      replicas.generator = replicas.launch("generator", replicas.generatorPort);
      Readiness.await(replicas.publisher, replicas.publisherUrl() + "/q/health/ready");
      Readiness.await(replicas.generator, replicas.generatorUrl() + "/q/health/ready");
      return replicas;
    } catch (RuntimeException | IOException e) {
      replicas.close();
      throw e;
    }
  }

  private ChildProcess launch(String service, int port) throws IOException {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(data.resolve("config/" + service + ".properties"))) {
      properties.load(in);
    }
    properties.putAll(more);
    properties.setProperty("quarkus.http.port", Integer.toString(port));
    Path file = data.resolve("config/new-" + service + ".properties");
    try (Writer out = Files.newBufferedWriter(file)) {
      properties.store(out, null);
    }
    Map<String, String> environment = ChildEnvironment.of(System.getenv(), true);
    environment.put("SMALLRYE_CONFIG_LOCATIONS", file.toUri().toString());
    return ChildProcess.start(
        "new-" + service,
        JavaCommand.service(Installation.find().service(service)),
        environment,
        data.resolve("new-" + service + ".log"),
        GRACE);
  }

  /** Without a slash at its end. */
  String generatorUrl() {
    return "http://127.0.0.1:" + generatorPort;
  }

  /** Without a slash at its end. */
  String publisherUrl() {
    return "http://127.0.0.1:" + publisherPort;
  }

  /** Ends them as a deploy that is taken back does. */
  @Override
  public void close() {
    if (generator != null) {
      generator.stop();
    }
    if (publisher != null) {
      publisher.stop();
    }
  }
}
