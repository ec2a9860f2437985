package io.broadsheet.generator.writing;

import java.util.List;

/**
 * An article and who wrote it.
 *
 * @param article in the source language, without credits
 * @param authors names of the writers whose sections are in it
 */
public record Manuscript(Article article, List<String> authors) {

  public Manuscript {
    authors = List.copyOf(authors);
  }
}
