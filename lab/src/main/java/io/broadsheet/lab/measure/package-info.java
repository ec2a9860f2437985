/**
 * Measurements of the real processes: how fast, how late, how much at rest. They judge nothing:
 * {@code docs/lab.md} tells what each figure means and which were seen.
 */
package io.broadsheet.lab.measure;
