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
 */
public record Assignment(
    LocalDate date, String contentType, String language, Runnable stillWanted) {}
