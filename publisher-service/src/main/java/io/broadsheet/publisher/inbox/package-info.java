/** The idempotent inbox: records of {@code broadsheet.post.*} become rows of {@code delivery}. */
package io.broadsheet.publisher.inbox;
