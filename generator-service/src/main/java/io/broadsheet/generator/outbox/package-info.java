/** The one transaction: an edition's posts together with every message that announces them. */
package io.broadsheet.generator.outbox;
