/**
 * Operators' commands: records of {@code broadsheet.command} become rows of {@code command}, and
 * each row is settled once, in the statement that does what it orders.
 */
package io.broadsheet.publisher.command;
