package io.broadsheet.generator.writing.chat;

import java.time.Duration;
import java.util.Optional;

/**
 * What a server answered.
 *
 * @param status the HTTP status
 * @param retryAfter how long it asks to wait; empty when it does not say
 * @param body as text
 */
public record HttpReply(int status, Optional<Duration> retryAfter, String body) {}
