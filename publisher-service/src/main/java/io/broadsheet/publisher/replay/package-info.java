/**
 * Replays: a stretch of a channel's topic is read once more, past the consumer group, and what the
 * deliveries lack is filled in.
 */
package io.broadsheet.publisher.replay;
