package io.broadsheet.generator.writing;

/**
 * Whose section a part of an article is.
 *
 * @param part number of the part's heading among those of all parts, from 0
 * @param author a writer's name
 */
public record Byline(int part, String author) {}
