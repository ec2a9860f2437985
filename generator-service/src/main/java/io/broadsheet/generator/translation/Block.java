package io.broadsheet.generator.translation;

/**
 * One piece of an article that is translated as a whole.
 *
 * @param id its number in the article, from 1
 * @param kind what it is
 * @param text inline Markdown on one line; a hard line break is {@link Marks#LINE_BREAK}
 */
record Block(int id, Kind kind, String text) {

  /** What a block is. */
  enum Kind {
    TITLE,
    SUMMARY,
    TAGS,
    HEADING,
    PARAGRAPH,
    CELL
  }
}
