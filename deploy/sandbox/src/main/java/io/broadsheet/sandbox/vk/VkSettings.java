package io.broadsheet.sandbox.vk;

/**
 * What is known of VK only by report, and may therefore be set.
 *
 * @param dailyPosts posts per wall within 24 hours before error 214; 0 for no limit. Reported: 50
 * @param messageLimit the longest message in code points. Reported: 15,895 to 16,384
 * @param guidHonoured whether a repeated guid within the hour returns the first post; undocumented
 *     what VK does
 */
public record VkSettings(int dailyPosts, int messageLimit, boolean guidHonoured) {
  /** 50 posts, 16,384 code points, guid honoured. */
  public static final VkSettings DEFAULTS = new VkSettings(50, 16_384, true);

  public VkSettings withDailyPosts(int value) {
    return new VkSettings(value, messageLimit, guidHonoured);
  }

  public VkSettings withMessageLimit(int value) {
    return new VkSettings(dailyPosts, value, guidHonoured);
  }

  public VkSettings withGuidHonoured(boolean value) {
    return new VkSettings(dailyPosts, messageLimit, value);
  }
}
