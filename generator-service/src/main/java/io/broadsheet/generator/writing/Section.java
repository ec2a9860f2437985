package io.broadsheet.generator.writing;

/**
 * One writer's part of an article.
 *
 * @param name what it is about; up to the first colon, its heading
 * @param writer who wrote it
 * @param text Markdown
 */
public record Section(String name, String writer, String text) {

  /** A short heading. */
  public String heading() {
    int colon = name.indexOf(':');
    return (colon > 0 ? name.substring(0, colon) : name).strip();
  }
}
