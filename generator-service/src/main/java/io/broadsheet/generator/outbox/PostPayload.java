package io.broadsheet.generator.outbox;

import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;

/** What an outbox row of a post carries. */
final class PostPayload {

  /** PostgreSQL writes jsonb with spaces that we do not. */
  private static final int SPACES = 64 * 1024;

  private PostPayload() {}

  /**
   * An event as it stands in its row.
   *
   * @throws PostTooLarge if it would not fit into a message
   */
  static JsonObject of(PostEvent event) {
    String payload = EventFormat.write(event);
    int bytes = payload.getBytes(StandardCharsets.UTF_8).length + SPACES;
    if (bytes > Topics.MAX_PAYLOAD_BYTES) {
      throw new PostTooLarge(event.target(), event.language(), bytes);
    }
    return new JsonObject(payload);
  }
}
