package io.broadsheet.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ChildEnvironmentTest {
  private static final Map<String, String> OWN =
      Map.of(
          "PATH",
          "/bin",
          "BROADSHEET_TARGETS_VK_RU_ACCESS_TOKEN",
          "real",
          "QUARKUS_HTTP_PORT",
          "1");

  @Test
  void keepsRealTokensOutOfASandboxRun() {
    assertEquals(Map.of("PATH", "/bin"), ChildEnvironment.of(OWN, true));
  }

  @Test
  void passesEverythingOnToALiveRun() {
    assertEquals(OWN, ChildEnvironment.of(OWN, false));
  }
}
