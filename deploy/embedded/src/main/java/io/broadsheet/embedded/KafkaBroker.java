package io.broadsheet.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.utils.Time;

/**
 * The program of the broker's own JVM: formats the storage where that is needed, starts the broker,
 * and stops it on SIGTERM. Takes the path of a {@code server.properties} and writes its pid to a
 * file beside it, {@code ready}, once the broker serves.
 */
public final class KafkaBroker {
  // Any valid id will do: the storage only has to be given the same one at every start.
  private static final String CLUSTER_ID = "YnJvYWRzaGVldGxvY2FsMQ";

  private KafkaBroker() {}

  /**
   * Runs until SIGTERM. Exits with 1 if the broker does not start; its words are on standard error.
   */
  public static void main(String[] arguments) throws IOException {
    Path configuration = Path.of(arguments[0]);
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(configuration)) {
      properties.load(in);
    }
    try {
      StorageTool.execute(
          new String[] {
            "format", "--ignore-formatted", "-t", CLUSTER_ID, "-c", configuration.toString()
          },
          System.out);
      KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(properties), Time.SYSTEM);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    server.shutdown();
                    server.awaitShutdown();
                  },
                  "stop-broker"));
      server.startup();
      Files.writeString(
          configuration.resolveSibling("ready"), Long.toString(ProcessHandle.current().pid()));
      server.awaitShutdown();
    } catch (Exception e) {
      e.printStackTrace();
      // Threads of a broker that failed half-way would keep the JVM.
      Runtime.getRuntime().halt(1);
    }
  }
}
