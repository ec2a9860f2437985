package io.broadsheet.generator.testing;

import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.embedded.TestStack;
import io.broadsheet.sandbox.Sandbox;
import io.broadsheet.sandbox.SandboxOptions;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A migrated database and a sandbox, and the configuration of a newsroom that uses them. */
public class NewsroomStack implements QuarkusTestResourceLifecycleManager {

  /** The writers' names. */
  public static final List<String> WRITERS = List.of("anna", "boris", "dina", "gleb", "vera");

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
    config.put("sandbox.url", sandbox.url());
    config.put("quarkus.http.test-port", "0");
    config.put("quarkus.datasource.reactive.url", database.url().replaceFirst("^jdbc:", ""));
    config.put("quarkus.datasource.username", "broadsheet_generator");
    config.put("quarkus.datasource.password", database.generatorPassword());
    config.put("kafka.bootstrap.servers", database.bootstrapServers());
    config.put("broadsheet.relay.url", database.url());
    config.put("broadsheet.relay.user", "broadsheet_relay");
    config.put("broadsheet.relay.password", database.relayPassword());
    config.put("broadsheet.relay.slot-name", database.slotName());
    config.put("broadsheet.site.base-url", "https://example.org");
    config.put("broadsheet.schedule.cron", "off");
    config.put("broadsheet.schedule.at-start", "false");
    config.put("broadsheet.writers.deadline", "4s");
    config.put("broadsheet.retry.backoff", "20ms");
    for (String writer : WRITERS) {
      addModel(config, "broadsheet.writers." + writer, writer);
    }
    addModel(config, "broadsheet.translator", "translator");
    config.put("broadsheet.translator.timeout", "5s");
    for (String target :
        List.of("telegraph-ru", "telegram-ru", "vk-ru", "telegraph-en", "telegram-en")) {
      String[] parts = target.split("-");
      config.put("broadsheet.targets." + target + ".channel", parts[0]);
      config.put("broadsheet.targets." + target + ".language", parts[1]);
    }
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

  private void addModel(Map<String, String> config, String prefix, String provider) {
    config.put(prefix + ".base-url", sandbox.url() + "/llm/" + provider + "/v1");
    config.put(prefix + ".api-key", "key-of-" + provider);
    config.put(prefix + ".model", "sandbox-" + provider);
    config.put(prefix + ".timeout", "30s");
    config.put(prefix + ".price-input", "0.50");
    config.put(prefix + ".price-output", "1.50");
  }
}
