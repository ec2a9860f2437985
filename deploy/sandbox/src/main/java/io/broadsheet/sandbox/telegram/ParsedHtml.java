package io.broadsheet.sandbox.telegram;

import java.util.List;

/**
 * A text in Telegram's HTML as the sandbox reads it, for tests of what writes such texts.
 *
 * @param text what readers see, without white space at its ends
 * @param links the targets of its links that Telegram would keep, in order
 * @param types the Bot API's names of its entities, in order
 */
public record ParsedHtml(String text, List<String> links, List<String> types) {

  public ParsedHtml {
    links = List.copyOf(links);
    types = List.copyOf(types);
  }

  /**
   * Parses.
   *
   * @throws IllegalArgumentException with the words Telegram puts after {@code can't parse
   *     entities: }
   */
  public static ParsedHtml of(String html) {
    try {
      FormattedText parsed = HtmlParser.parse(html).trimmed();
      return new ParsedHtml(
          parsed.text(),
          parsed.entities().stream()
              .filter(entity -> entity.type().equals("text_link"))
              .map(Entity::argument)
              .toList(),
          parsed.entities().stream().map(Entity::type).toList());
    } catch (HtmlError e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
