package io.broadsheet.lab.chaos;

import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.lab.audit.Evidence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Publishes made-up editions, as the publish transaction does: the posts and all their outbox rows
 * in one transaction. Each post's title is its own, and so is every paragraph of those that make
 * several messages.
 */
final class Bursts {

  /** Before any edition that the newsroom could make. */
  private static final LocalDate FIRST = LocalDate.of(1900, 1, 1);

  private static final LocalDate NEWSROOMS = LocalDate.of(1960, 1, 1);

  private static final List<String> LANGUAGES = List.of("ru", "en");
  private static final long RETRY_MS = 500;

  /** Of so many posts one is too long for one message. */
  private static final int EVERY_LONG = 4;

  private static final int LONG_PARAGRAPHS = 30;

  private static final String EDITION =
      """
      insert into generator.edition (edition_date, content_type, state, published_at)
      values (?, 'digest', 'published', clock_timestamp()) on conflict do nothing
      """;

  private static final String POST =
      """
      insert into generator.blog_posts
        (id, edition_date, language, content_type, slug, title, summary, body_markdown, canonical_url)
      values (?, ?, ?, 'digest', ?, ?, ?, ?, ?)
      """;

  private static final String MESSAGE =
      """
      insert into generator.outbox (destination, target, aggregate_id, type, payload)
      values (?, ?, ?, 'post', ?::jsonb)
      """;

  private final ChaosStack stack;
  private final ChaosPaper paper;
  private final Random random;
  private int editions;

  /**
   * @param seed of the posts' ids and the bursts' sizes
   */
  Bursts(ChaosStack stack, ChaosPaper paper, long seed) {
    this.stack = stack;
    this.paper = paper;
    this.random = new Random(seed);
  }

  /** Whether a post is of a burst, not of the newsroom. */
  static boolean made(Evidence.Post post) {
    return LocalDate.parse(post.editionDate()).isBefore(NEWSROOMS);
  }

  /**
   * Publishes one to {@code most} editions, and tries as long as the database is away.
   *
   * @return how many posts
   */
  int burst(int most) throws InterruptedException {
    List<LocalDate> dates = new ArrayList<>();
    for (int i = 1 + random.nextInt(most); i > 0; i--) {
      dates.add(FIRST.plusDays(editions++));
    }
    List<UUID> ids = dates.stream().flatMap(date -> LANGUAGES.stream()).map(l -> id()).toList();
    while (true) {
      try {
        publish(dates, ids);
        return ids.size();
      } catch (SQLException e) {
        Thread.sleep(RETRY_MS);
      }
    }
  }

  private UUID id() {
    return new UUID(
        random.nextLong() & ~0xF000L | 0x4000L, random.nextLong() & ~(3L << 62) | 1L << 63);
  }

  private void publish(List<LocalDate> dates, List<UUID> ids) throws SQLException {
    try (Connection connection = stack.owner()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < dates.size(); i++) {
        try (PreparedStatement edition = connection.prepareStatement(EDITION)) {
          edition.setObject(1, dates.get(i));
          if (edition.executeUpdate() == 0) {
            // An earlier try was committed and its answer lost.
            return;
          }
        }
        for (int l = 0; l < LANGUAGES.size(); l++) {
          post(connection, dates.get(i), LANGUAGES.get(l), ids.get(i * LANGUAGES.size() + l));
        }
      }
      connection.commit();
    }
  }

  private void post(Connection connection, LocalDate date, String language, UUID id)
      throws SQLException {
    String name = id.toString().substring(0, 18);
    String slug = "lab-" + name;
    String title = (language.equals("ru") ? "Испытание " : "Trial ") + name;
    String url = "https://example.org/" + language + "/" + slug;
    try (PreparedStatement post = connection.prepareStatement(POST)) {
      Object[] values = {id, date, language, slug, title, "Summary", body(date, title), url};
      for (int i = 0; i < values.length; i++) {
        post.setObject(i + 1, values[i]);
      }
      post.executeUpdate();
    }
    for (String target : paper.targetsOf(language)) {
      ChannelKind channel = ChannelKind.find(paper.channel(target)).orElseThrow();
      PostEvent event =
          new PostEvent(
              PostEvent.VERSION,
              id,
              target,
              channel.wireName(),
              language,
              1,
              date,
              "digest",
              slug,
              title,
              "Summary",
              body(date, title),
              List.of("lab"),
              url);
      try (PreparedStatement message = connection.prepareStatement(MESSAGE)) {
        message.setString(1, Topics.postDestination(channel));
        message.setString(2, target);
        message.setObject(3, id);
        message.setString(4, EventFormat.write(event));
        message.executeUpdate();
      }
    }
  }

  private static String body(LocalDate date, String title) {
    String opening =
        "# " + title + "\n\nA paragraph of **text** with a [link](https://example.org/a).\n";
    if (date.getDayOfMonth() % EVERY_LONG != 0) {
      return opening;
    }
    // No paragraph is another post's: a look at the channel must not take one for the other.
    return IntStream.rangeClosed(1, LONG_PARAGRAPHS)
        .mapToObj(
            n -> "\nParagraph %d of %s. ".formatted(n, title) + "Words go on. ".repeat(20) + "\n")
        .collect(Collectors.joining("", opening, ""));
  }
}
