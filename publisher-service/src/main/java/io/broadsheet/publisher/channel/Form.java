package io.broadsheet.publisher.channel;

/**
 * One exact thing to send, in a shape that only its channel understands.
 *
 * @param json a JSON object without secrets
 */
public record Form(String json) {}
