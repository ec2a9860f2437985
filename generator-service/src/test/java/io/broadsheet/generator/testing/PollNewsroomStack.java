package io.broadsheet.generator.testing;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/** A newsroom in {@code poll} mode with the default schedule. */
public class PollNewsroomStack extends NewsroomStack {

  /** Has it instead of what all other tests share. */
  public static class Profile implements QuarkusTestProfile {

    @Override
    public boolean disableGlobalTestResources() {
      return true;
    }

    @Override
    public List<TestResourceEntry> testResources() {
      return List.of(new TestResourceEntry(PollNewsroomStack.class));
    }
  }

  @Override
  public Map<String, String> start() {
    Map<String, String> config = super.start();
    config.put("broadsheet.relay.mode", "poll");
    config.keySet().removeIf(key -> key.matches("broadsheet\\.relay\\.(url|user|password)"));
    config.remove("broadsheet.schedule.cron");
    config.put("broadsheet.schedule.at-start", "true");
    return config;
  }
}
