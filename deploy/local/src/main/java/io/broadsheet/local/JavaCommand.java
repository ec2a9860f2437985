package io.broadsheet.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How the stack's own JVMs are started: one place for their flags. */
public final class JavaCommand {
  // Heaps small enough for a laptop. Serial GC and one compiler tier cost least memory and start
  // fastest.
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:+ExitOnOutOfMemoryError",
          "-Dfile.encoding=UTF-8");
  private static final String SERVICE_HEAP = "-Xmx160m";
  private static final String SANDBOX_HEAP = "-Xmx96m";
  private static final String LARGE_SANDBOX_HEAP = "-Xmx600m";

  private JavaCommand() {}

  /**
   * A service.
   *
   * @param properties arguments for its JVM, such as one by which a later launcher knows it again
   */
  public static List<String> service(Path jar, String... properties) {
    return command(SERVICE_HEAP, List.of(properties), jar, List.of());
  }

  /**
   * The sandbox.
   *
   * @param more of its options
   */
  public static List<String> sandbox(Path jar, int port, Path data, String... more) {
    return sandboxFor(SANDBOX_HEAP, jar, port, data, more);
  }

  /**
   * The sandbox for a run of many posts: it keeps every effect in memory, and shows all at once.
   *
   * @param more of its options
   */
  public static List<String> largeSandbox(Path jar, int port, Path data, String... more) {
    return sandboxFor(LARGE_SANDBOX_HEAP, jar, port, data, more);
  }

  private static List<String> sandboxFor(
      String heap, Path jar, int port, Path data, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("--port", Integer.toString(port), "--data", data.toString()));
    arguments.addAll(List.of(more));
    return command(heap, List.of(), jar, arguments);
  }

  private static List<String> command(
      String heap, List<String> properties, Path jar, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(heap);
    command.addAll(FLAGS);
    command.addAll(properties);
    command.add("-jar");
    command.add(jar.toString());
    command.addAll(arguments);
    return command;
  }
}
