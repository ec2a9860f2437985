package io.broadsheet.generator.outbox;

import io.broadsheet.common.event.Topics;

/** A post whose event would not fit into a message; nothing was written. */
public final class PostTooLarge extends RuntimeException {

  private static final long serialVersionUID = 1L;

  PostTooLarge(String target, String language, int bytes) {
    super(
        "the post in %s is too large for %s: its event has %d bytes, a message may have %d"
            .formatted(language, target, bytes, Topics.MAX_PAYLOAD_BYTES));
  }
}
