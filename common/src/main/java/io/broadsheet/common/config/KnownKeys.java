package io.broadsheet.common.config;

import io.broadsheet.common.target.Targets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Every configuration key {@code broadsheet.*} of both services and {@code migrate}: one file may
 * serve them all. In a key, {@code *} stands for one part, such as a target's name, and {@code **}
 * at the end for whatever follows. {@code docs/configuration.md} documents the same list.
 */
public final class KnownKeys {

  /** What all of them begin with. */
  public static final String PREFIX = "broadsheet.";

  /** The settings of a writer, below its name; the translator has the same. */
  public static final Set<String> WRITER_SETTINGS =
      Set.of(
          "base-url",
          "api-key",
          "auth-scheme",
          "auth-url",
          "scope",
          "trust-store",
          "trust-store-password",
          "model",
          "timeout",
          "max-tokens",
          "max-tokens-parameter",
          "temperature",
          "reasoning-effort",
          "reasoning-tokens",
          "finish-reasons",
          "extra-body",
          "price-input",
          "price-output");

  /** The settings of targets that belong to single channels, below a target's name. */
  public static final Set<String> CHANNEL_SETTINGS =
      Set.of(
          "access-token",
          "app-password",
          "author-name",
          "chat-id",
          "identifier",
          "key-window",
          "max-characters",
          "message-limit",
          "owner-id",
          "photo",
          "probe-chat-id",
          "probe-url",
          "public-url",
          "repeat-at-once",
          "repeat-by-guid",
          "reserved-per-url",
          "secret",
          "service-token",
          "token",
          "visibility");

  private static final String[] PLAIN = {
    "approval.hold-for",
    "approval.mode",
    "budget.currency",
    "budget.daily",
    "budget.edition-calls",
    "composer.fallback",
    "composer.most",
    "composer.writer",
    "delivery.backoff-base",
    "delivery.backoff-max",
    "delivery.companion-wait",
    "delivery.max-age",
    "delivery.max-attempts",
    "delivery.max-probes",
    "delivery.on-unknown",
    "delivery.probe-settle",
    "delivery.slow-poll",
    "delivery.timeout",
    "drafts.retention",
    "drain-timeout",
    "editorial.folder",
    "editorial.friday",
    "editorial.likeness",
    "editorial.monday",
    "editorial.saturday",
    "editorial.subject",
    "editorial.sunday",
    "editorial.thursday",
    "editorial.tuesday",
    "editorial.wednesday",
    "gates.article.least",
    "gates.article.most",
    "gates.banned-phrases",
    "gates.language-share",
    "gates.left-over-share",
    "gates.length-ratio.least",
    "gates.length-ratio.most",
    "gates.placeholder-hosts",
    "gates.repeats",
    "gates.section.least",
    "gates.section.most",
    "gates.summary.least",
    "gates.summary.most",
    "gates.title.least",
    "gates.title.most",
    "gates.topic.least",
    "gates.topic.most",
    "languages.source",
    "languages.translations",
    "migrate.password",
    "migrate.url",
    "migrate.user",
    "outbox.retention",
    "publishing.enabled",
    "relay.mode",
    "relay.password",
    "relay.reconcile-after",
    "relay.slot-name",
    "relay.url",
    "relay.user",
    "retry.attempts",
    "retry.backoff",
    "retry.edition-repeats",
    "retry.edition-time",
    "roles.generator.password",
    "roles.publisher.password",
    "roles.relay.password",
    "schedule.at-start",
    "schedule.cron",
    "schedule.lease",
    "site.base-url",
    "topics.partitions",
    "topics.replication",
    "topics.retention",
    "translation.batch-characters",
    "translation.deadline",
    "writers.deadline",
    "writers.quorum",
    "zone",
  };

  private static final List<String> ALL = all();

  private KnownKeys() {}

  /** All of them, in alphabetical order. */
  public static List<String> list() {
    return ALL;
  }

  private static List<String> all() {
    Set<String> keys = new TreeSet<>();
    Arrays.stream(PLAIN).map(key -> PREFIX + key).forEach(keys::add);
    keys.addAll(below("writers.*.", WRITER_SETTINGS));
    keys.addAll(below("translator.", WRITER_SETTINGS));
    keys.addAll(below("writers.*.", Set.of("extra-headers.**")));
    keys.addAll(below("translator.", Set.of("extra-headers.**")));
    keys.addAll(below("targets.*.", Targets.COMMON_SETTINGS));
    keys.addAll(below("targets.*.", CHANNEL_SETTINGS));
    keys.addAll(below("targets.*.", Set.of("channel", "language")));
    return List.copyOf(keys);
  }

  private static List<String> below(String beginning, Collection<String> settings) {
    List<String> keys = new ArrayList<>();
    settings.forEach(setting -> keys.add(PREFIX + beginning + setting));
    return keys;
  }
}
