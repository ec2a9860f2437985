/**
 * Gates: checks that an answer of a model must pass before it is used. Each is a small class with a
 * name and a reason that both a model and a person understand.
 */
package io.broadsheet.generator.writing.gate;
