/**
 * The port to every kind of destination, and what its implementations share: the transport that
 * knows whether bytes left, the rule by which a listing is judged, the guard that keeps secrets in.
 * Nothing here knows of Kafka, SQL, claims or retries.
 */
package io.broadsheet.publisher.channel;
