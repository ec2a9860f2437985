package io.broadsheet.generator.writing;

import java.time.LocalDate;

/**
 * What is to be written, for whom.
 *
 * @param date the edition's date
 * @param contentType the kind of article
 * @param language the source language
 * @param stillWanted throws when the work has lost its purpose, for instance with the edition's
 *     lease; asked before anything is paid for
 * @param repeats what this attempt has asked again so far
 */
public record Assignment(
    LocalDate date, String contentType, String language, Runnable stillWanted, Repeats repeats) {

  /** One that has asked nothing again yet. */
  public Assignment(LocalDate date, String contentType, String language, Runnable stillWanted) {
    this(date, contentType, language, stillWanted, new Repeats());
  }
}
