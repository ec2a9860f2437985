package io.broadsheet.publisher.rendering;

/**
 * A block of an article in Telegram's form: a paragraph, a list's item, a row, some code.
 *
 * @param kind what it is
 * @param text never blank
 * @param gap what parts it from the block before, where there is one in the message
 */
record TelegramBlock(Kind kind, StyledText text, StyledText gap) {

  /** What a block is to whoever splits an article. */
  enum Kind {
    /** Is not the last of a message if that can be helped. */
    HEADING,
    /** Is cut at sentences. */
    PROSE,
    /** Is cut at the ends of lines. */
    CODE
  }

  /** One that stands on its own, an empty line before it. */
  static TelegramBlock of(Kind kind, StyledText text) {
    return new TelegramBlock(kind, text, new StyledText().append("\n\n", Style.NONE));
  }
}
