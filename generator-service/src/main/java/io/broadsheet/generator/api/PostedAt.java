package io.broadsheet.generator.api;

import io.broadsheet.common.target.ChannelKind;
import io.vertx.mutiny.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The {@code <channel>_posted_at} columns of a post. */
final class PostedAt {

  /** The columns, for a select list. */
  static final String COLUMNS =
      Arrays.stream(ChannelKind.values())
          .map(ChannelKind::postedAtColumn)
          .collect(Collectors.joining(", "));

  private PostedAt() {}

  /** Channel to time; only channels that it was posted on. */
  static Map<String, OffsetDateTime> of(Row row) {
    Map<String, OffsetDateTime> times = new LinkedHashMap<>();
    for (ChannelKind channel : ChannelKind.values()) {
      OffsetDateTime at = row.getOffsetDateTime(channel.postedAtColumn());
      if (at != null) {
        times.put(channel.wireName(), at);
      }
    }
    return times;
  }
}
