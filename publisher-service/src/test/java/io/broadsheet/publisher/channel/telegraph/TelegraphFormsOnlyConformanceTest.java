package io.broadsheet.publisher.channel.telegraph;

import io.broadsheet.sandbox.SandboxOptions;
import io.broadsheet.sandbox.telegraph.TelegraphSettings;

/** Should Telegraph read forms only and give its errors a status of their own. */
class TelegraphFormsOnlyConformanceTest extends TelegraphConformanceTest {

  @Override
  protected SandboxOptions sandbox(SandboxOptions options) {
    return options.withTelegraph(new TelegraphSettings(false, 400));
  }
}
