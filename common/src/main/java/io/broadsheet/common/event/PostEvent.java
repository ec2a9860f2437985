package io.broadsheet.common.event;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/**
 * What a publisher needs to post one language version of an edition to one target; the value of a
 * record on {@code broadsheet.post.<channel>} and the payload of its outbox row. The contract
 * stands in {@code docs/post-event.schema.json}.
 *
 * @param v the format's version, always {@link #VERSION}
 * @param postId the post
 * @param target the target's name
 * @param channel the target's channel
 * @param language the post's language
 * @param generation which deliberate repeat of the post this is, from 1
 * @param editionDate the edition's date in the newsroom's zone
 * @param contentType the kind of article
 * @param slug the last part of the canonical URL
 * @param title the title, plain text
 * @param summary one or two sentences, plain text
 * @param bodyMarkdown the article, CommonMark
 * @param tags without {@code #}
 * @param canonicalUrl where the post lives on the user's own site
 */
@JsonPropertyOrder({"v", "postId", "target", "channel", "language", "generation"})
public record PostEvent(
    @JsonProperty(required = true) int v,
    @JsonProperty(required = true) UUID postId,
    @JsonProperty(required = true) String target,
    @JsonProperty(required = true) String channel,
    @JsonProperty(required = true) String language,
    @JsonProperty(required = true) int generation,
    @JsonProperty(required = true) LocalDate editionDate,
    @JsonProperty(required = true) String contentType,
    @JsonProperty(required = true) String slug,
    @JsonProperty(required = true) String title,
    @JsonProperty(required = true) String summary,
    @JsonProperty(required = true) String bodyMarkdown,
    @JsonProperty(required = true) List<String> tags,
    @JsonProperty(required = true) String canonicalUrl) {

  /** The version this code writes and reads. */
  public static final int VERSION = 1;

  /** The outbox's {@code type} of such an event. */
  public static final String TYPE = "post";

  public PostEvent {
    tags = List.copyOf(tags);
  }
}
