package io.broadsheet.publisher.channel.vk;

import io.broadsheet.sandbox.SandboxOptions;
import io.broadsheet.sandbox.vk.VkSettings;
import java.util.HashMap;
import java.util.Map;

/** Should VK ignore {@code guid}, probes alone must do. */
class VkWithoutGuidConformanceTest extends VkConformanceTest {

  @Override
  protected SandboxOptions sandbox(SandboxOptions options) {
    return options.withVk(new VkSettings(50, 16_384, false));
  }

  @Override
  protected Map<String, String> settings(String sandboxUrl) {
    Map<String, String> settings = new HashMap<>(super.settings(sandboxUrl));
    settings.put("repeat-by-guid", "false");
    return settings;
  }
}
