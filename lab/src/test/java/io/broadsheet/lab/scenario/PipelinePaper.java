package io.broadsheet.lab.scenario;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.Config;

/** The newspaper that a {@link Pipeline} publishes. */
record PipelinePaper(Stage stage) {

  /** The names of each language's targets. */
  static final Map<String, Set<String>> TARGETS =
      Map.of("ru", Set.of("telegram-ru", "telegraph-ru"), "en", Set.of("telegraph-en"));

  /** Of every replica. */
  Config config() {
    Map<String, String> settings = new HashMap<>();
    settings.put("broadsheet.languages.source", "ru");
    settings.put("broadsheet.languages.translations", "en");
    settings.put("broadsheet.site.base-url", "https://example.org");
    TARGETS.forEach(
        (language, targets) ->
            targets.forEach(
                target -> {
                  String prefix = "broadsheet.targets." + target + ".";
                  settings.put(prefix + "channel", target.substring(0, target.indexOf('-')));
                  settings.put(prefix + "language", language);
                }));
    settings.put("broadsheet.relay.url", stage.jdbcUrl());
    settings.put("broadsheet.relay.user", "none");
    settings.put("broadsheet.relay.password", "none");
    settings.put("broadsheet.relay.reconcile-after", "1s");
    settings.put("kafka.bootstrap.servers", stage.bootstrapServers());
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(settings, "pipeline", 100))
        .build();
  }
}
