package io.broadsheet.publisher.testing;

import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.embedded.TestStack;
import io.broadsheet.sandbox.Sandbox;
import io.broadsheet.sandbox.SandboxOptions;
import io.broadsheet.sandbox.webhook.WebhookSettings;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;

/**
 * A migrated database, the broker and a sandbox, and the configuration of a press that uses them.
 */
public class PressStack implements QuarkusTestResourceLifecycleManager {

  private Sandbox sandbox;

  @Override
  public Map<String, String> start() {
    MigrateSettings database = database();
    try {
      sandbox = Sandbox.start(SandboxOptions.onFreePort(Files.createTempDirectory("sandbox")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> config = new HashMap<>();
    config.put("quarkus.http.test-port", "0");
    config.put("quarkus.datasource.reactive.url", database.url().replaceFirst("^jdbc:", ""));
    config.put("quarkus.datasource.username", "broadsheet_publisher");
    config.put("quarkus.datasource.password", database.publisherPassword());
    config.put("kafka.bootstrap.servers", database.bootstrapServers());
    config.put("test.sandbox.url", sandbox.url());
    config.put("test.migrator.url", database.url());
    config.put("test.migrator.password", database.password());
    config.put("broadsheet.delivery.backoff-base", "200ms");
    config.put("broadsheet.delivery.backoff-max", "1s");
    target(config, "telegraph-ru", Map.of("access-token", "broadsheet:sandbox"));
    target(
        config,
        "telegram-ru",
        Map.of(
            "token", "4242:sandbox-sandbox-sandbox-sandbox-sandbox",
            "chat-id", "@broadsheet_ru",
            "probe-url", sandbox.url() + "/t.me",
            "companion", "telegraph-ru"));
    target(
        config,
        "vk-ru",
        Map.of(
            "access-token", "sandbox-community",
            "service-token", "service-sandbox",
            "owner-id", "-4242",
            "companion", "telegraph-ru"));
    target(
        config,
        "mastodon-ru",
        Map.of("access-token", "press:mastodon-token", "companion", "telegraph-ru"));
    target(
        config,
        "bluesky-ru",
        Map.of(
            "identifier", "press.example",
            "app-password", "press-password",
            "companion", "telegraph-ru"));
    target(
        config,
        "webhook-ru",
        Map.of(
            "base-url",
            sandbox.url() + "/webhook/press",
            "secret",
            WebhookSettings.DEFAULT_SECRET,
            "companion",
            "telegraph-ru"));
    return config;
  }

  /** Migrates the database that it uses. */
  protected MigrateSettings database() {
    return TestStack.shared().migratedDatabase();
  }

  @Override
  public void stop() {
    if (sandbox != null) {
      sandbox.close();
    }
  }

  private void target(Map<String, String> config, String name, Map<String, String> settings) {
    String prefix = "broadsheet.targets." + name + ".";
    String[] parts = name.split("-");
    config.put(prefix + "channel", parts[0]);
    config.put(prefix + "language", parts[1]);
    config.put(prefix + "base-url", sandbox.url() + "/" + parts[0]);
    settings.forEach((setting, value) -> config.put(prefix + setting, value));
  }
}
