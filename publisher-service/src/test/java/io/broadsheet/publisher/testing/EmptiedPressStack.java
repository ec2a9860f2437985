package io.broadsheet.publisher.testing;

import io.broadsheet.embedded.TestStack;
import java.util.Map;

/** A {@link PressStack} whose topics hold no other test's events. */
public class EmptiedPressStack extends PressStack {

  @Override
  public Map<String, String> start() {
    TestStack.shared().emptyBroker();
    return super.start();
  }
}
