package io.broadsheet.publisher.rendering;

/**
 * One message of an article.
 *
 * @param html the text in Telegram's HTML, at most 4,096 code points to readers, 32,768 bytes as it
 *     is sent
 * @param link the link that this message alone carries, by which a probe knows it
 */
public record TelegramMessage(String html, String link) {}
