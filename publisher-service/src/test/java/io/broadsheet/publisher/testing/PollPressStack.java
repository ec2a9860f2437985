package io.broadsheet.publisher.testing;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/** A press in {@code poll} mode. */
public class PollPressStack extends PressStack {

  /** Has it instead of what all other tests share. */
  public static class Profile implements QuarkusTestProfile {

    @Override
    public boolean disableGlobalTestResources() {
      return true;
    }

    @Override
    public List<TestResourceEntry> testResources() {
      return List.of(new TestResourceEntry(PollPressStack.class));
    }
  }

  @Override
  public Map<String, String> start() {
    Map<String, String> config = super.start();
    config.put("broadsheet.relay.mode", "poll");
    return config;
  }
}
