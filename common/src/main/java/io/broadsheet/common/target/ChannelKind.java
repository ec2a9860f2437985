package io.broadsheet.common.target;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A kind of destination. Adding one means a constant here, a migration for its column, and a
 * package in the publisher.
 */
public enum ChannelKind {
  /** A page on telegra.ph. */
  TELEGRAPH,
  /** A message in a Telegram channel. */
  TELEGRAM,
  /** A post on a VK community's wall. */
  VK;

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
