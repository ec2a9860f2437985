package io.broadsheet.local;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The environment variables of a child. */
public final class ChildEnvironment {
  // Quarkus and SmallRye Config read these: a variable meant for a live run must not turn a sandbox
  // run into one.
  private static final List<String> CONFIGURATION =
      List.of("BROADSHEET_", "QUARKUS_", "KAFKA_", "SMALLRYE_", "MP_", "SANDBOX_");

  private ChildEnvironment() {}

  /**
   * The launcher's own, in a sandbox run without those that configure a service.
   *
   * @return a copy that may be changed
   */
  public static Map<String, String> of(Map<String, String> own, boolean sandbox) {
    Map<String, String> environment = new HashMap<>(own);
    if (sandbox) {
      environment.keySet().removeIf(name -> CONFIGURATION.stream().anyMatch(name::startsWith));
    }
    return environment;
  }
}
