package io.broadsheet.publisher.channel;

/**
 * What a channel will send, in a form only that channel understands.
 *
 * @param json a JSON object without secrets; stored in {@code delivery.rendered}
 */
public record Rendered(String json) {}
