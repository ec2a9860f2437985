/** What the probes of a platform read. */
package io.broadsheet.publisher.health;
