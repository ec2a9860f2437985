package io.broadsheet.common.migrate;

import io.broadsheet.common.target.ChannelKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The publisher's only right on a post: to read its id and set the {@code *_posted_at} columns. */
final class PostedAtColumns {

  private PostedAtColumns() {}

  static void grant(Connection connection) throws SQLException {
    String columns =
        Arrays.stream(ChannelKind.values())
            .map(ChannelKind::postedAtColumn)
            .collect(Collectors.joining(", "));
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "grant select (id, %s), update (%s) on generator.blog_posts to %s"
              .formatted(columns, columns, Roles.PUBLISHER));
    }
  }
}
