package io.broadsheet.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How the stack's own JVMs are started: one place for their flags. */
final class JavaCommand {
  // Heaps small enough for a laptop. Serial GC and one compiler tier cost least memory and start
  // fastest.
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:+ExitOnOutOfMemoryError",
          "-Dfile.encoding=UTF-8");
  private static final String SERVICE_HEAP = "-Xmx128m";
  private static final String SANDBOX_HEAP = "-Xmx96m";

  private JavaCommand() {}

  /**
   * A service.
   *
   * @param marker an argument by which a later launcher knows the process again
   */
  static List<String> service(Path jar, String marker) {
    return command(SERVICE_HEAP, List.of(marker), jar, List.of());
  }

  /** The sandbox. */
  static List<String> sandbox(Path jar, int port, Path data) {
    return command(
        SANDBOX_HEAP,
        List.of(),
        jar,
        List.of("--port", Integer.toString(port), "--data", data.toString()));
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
