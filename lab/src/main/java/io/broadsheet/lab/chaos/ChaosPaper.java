package io.broadsheet.lab.chaos;

import io.broadsheet.lab.audit.Evidence.Paper;
import io.broadsheet.lab.audit.Evidence.Place;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** What a chaos run publishes, and where: {@code paper.properties}. */
final class ChaosPaper {

  private static final String TARGETS = "broadsheet.targets.";
  private static final String ORDINAL = "290";

  /** Where each target's posts appear, in the sandbox's words. */
  private static final Map<String, Place> PLACES =
      Map.of(
          "telegraph-ru", new Place("telegraph", "lab_ru"),
          "telegraph-en", new Place("telegraph", "lab_en"),
          "telegram-ru", new Place("telegram", "@lab_ru"),
          "telegram-en", new Place("telegram", "-1001234567890"),
          "vk-ru", new Place("vk", "-4242"),
          "mastodon-ru", new Place("mastodon", "lab"),
          "bluesky-ru", new Place("bluesky", "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa"),
          "webhook-en", new Place("webhook", "lab"));

  private final Properties properties = new Properties();

  /**
   * @param sandboxUrl where the sandbox is, without a trailing slash
   */
  ChaosPaper(String sandboxUrl) {
    Properties template = new Properties();
    try (InputStream in = ChaosPaper.class.getResourceAsStream("paper.properties")) {
      template.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    template.forEach(
        (key, value) -> properties.put(key, ((String) value).replace("{sandbox}", sandboxUrl)));
  }

  /** What the auditor must know of it. */
  Paper forAudit() {
    Map<String, Set<String>> targetsOf = new HashMap<>();
    PLACES
        .keySet()
        .forEach(
            target ->
                targetsOf.computeIfAbsent(language(target), unseen -> new HashSet<>()).add(target));
    return new Paper(targetsOf.keySet(), PLACES, targetsOf, Set.of());
  }

  /** The names of all targets, in their order. */
  List<String> targets() {
    return PLACES.keySet().stream().sorted().toList();
  }

  /** The names of the targets of a language. */
  Set<String> targetsOf(String language) {
    return forAudit().targetsOf().get(language);
  }

  String channel(String target) {
    return properties.getProperty(TARGETS + target + ".channel");
  }

  private String language(String target) {
    return properties.getProperty(TARGETS + target + ".language");
  }

  /** Writes a service's configuration: the paper and what is the service's own. */
  void write(Path file, Map<String, String> own) {
    Properties all = new Properties();
    all.putAll(properties);
    all.putAll(own);
    all.setProperty("config_ordinal", ORDINAL);
    try (OutputStream out = Files.newOutputStream(file)) {
      all.store(out, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
