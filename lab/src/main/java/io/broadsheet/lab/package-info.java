/**
 * Chaos runs against the invariants of {@code docs/guarantees.md}; never shipped. {@code
 * docs/lab.md} says what they do not prove.
 */
package io.broadsheet.lab;
