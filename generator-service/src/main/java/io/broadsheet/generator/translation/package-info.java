/**
 * Translation block by block: what must not change is put behind marks, the rest is asked for in
 * few questions, and every block and the whole pass gates before they are used.
 */
package io.broadsheet.generator.translation;
