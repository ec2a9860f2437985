package io.broadsheet.common.target;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A kind of destination. Adding one means a constant here, a migration for its column, and a
 * package in the publisher.
 */
public enum ChannelKind {
  /** A page on telegra.ph. */
  TELEGRAPH("access-token"),
  /** A message in a Telegram channel. */
  TELEGRAM("token", "chat-id"),
  /** A post on a VK community's wall. */
  VK("access-token", "owner-id"),
  /** A status of a Mastodon account. */
  MASTODON("base-url", "access-token"),
  /** A post of a Bluesky account. */
  BLUESKY("identifier", "app-password"),
  /** A signed message to a receiver of the user's own. */
  WEBHOOK("base-url", "secret");

  private final List<String> requiredSettings;

  ChannelKind(String... requiredSettings) {
    this.requiredSettings = List.of(requiredSettings);
  }

  /** The settings of its own without which no target of this channel can start. */
  public List<String> requiredSettings() {
    return requiredSettings;
  }

  /** The name in configuration, topics, columns and events, for instance {@code telegram}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The column of {@code generator.blog_posts} that this channel's one target per language owns.
   */
  public String postedAtColumn() {
    return wireName() + "_posted_at";
  }

  /** The channel of that name, or empty if there is none. */
  public static Optional<ChannelKind> find(String wireName) {
    return Arrays.stream(values()).filter(c -> c.wireName().equals(wireName)).findFirst();
  }

  /** All names, for messages: {@code telegraph, telegram, vk}. */
  public static String names() {
    return Arrays.stream(values()).map(ChannelKind::wireName).collect(Collectors.joining(", "));
  }
}
