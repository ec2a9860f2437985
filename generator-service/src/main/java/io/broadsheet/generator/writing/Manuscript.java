package io.broadsheet.generator.writing;

import java.util.List;

/**
 * An article and who wrote it.
 *
 * @param article in the source language, without credits
 * @param bylines of the parts that are sections, in their order
 */
public record Manuscript(Article article, List<Byline> bylines) {

  public Manuscript {
    bylines = List.copyOf(bylines);
  }

  /** Names of the writers whose sections are in it, in their order. */
  public List<String> authors() {
    return bylines.stream().map(Byline::author).toList();
  }
}
