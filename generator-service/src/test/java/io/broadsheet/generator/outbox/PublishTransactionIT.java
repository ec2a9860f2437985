package io.broadsheet.generator.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.Targets;
import io.broadsheet.generator.testing.MigratedDatabase;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.pgclient.PgException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PublishTransactionIT {

  private static final LocalDate DATE = LocalDate.of(2026, 11, 30);
  private static MigratedDatabase database;

  private final List<PostsPublished> published = new ArrayList<>();

  @BeforeAll
  static void migrate() {
    database = MigratedDatabase.withoutSlot();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void clear() {
    database.execute("truncate generator.edition cascade");
    database.execute("truncate generator.outbox cascade");
  }

  @Test
  void publishesEveryPostWithOneMessagePerTargetOfItsLanguage() {
    edition(DATE, 3, "translating");

    assertThat(
            transaction()
                .publish(DATE, 3, List.of(post("ru", "svod"), post("en", "digest")), Approval.NONE))
        .isTrue();

    assertThat(
            database.query(
                """
                select concat_ws(' ', p.language, o.target, o.destination, o.type, o.generation)
                from generator.outbox o join generator.blog_posts p on p.id = o.aggregate_id
                order by 1
                """))
        .containsExactly(
            "en telegraph-en post.telegraph post 1",
            "ru telegraph-ru post.telegraph post 1",
            "ru vk-ru post.vk post 1");
    assertThat(database.query("select state from generator.edition")).containsExactly("published");
    assertThat(database.query("select canonical_url from generator.blog_posts order by 1"))
        .containsExactly("https://example.org/en/digest", "https://example.org/ru/svod");
    assertThat(database.query("select array_to_string(tags, '|') from generator.blog_posts"))
        .containsOnly("java|базы данных");
    assertThat(published).containsExactly(new PostsPublished(DATE, 3));
  }

  @Test
  void theEventHoldsAllThatAPublisherNeeds() {
    edition(DATE, 1, "held");
    NewPost post = post("ru", "svod");

    transaction().publish(DATE, 1, List.of(post), Approval.NONE);

    String payload =
        database.query("select payload from generator.outbox where target = 'vk-ru'").get(0);
    PostEvent event = EventFormat.readPost(payload.getBytes(StandardCharsets.UTF_8));
    String id = database.query("select id from generator.blog_posts").get(0);
    assertThat(event)
        .isEqualTo(
            new PostEvent(
                1,
                java.util.UUID.fromString(id),
                "vk-ru",
                "vk",
                "ru",
                1,
                DATE,
                post.contentType(),
                "svod",
                post.title(),
                post.summary(),
                post.bodyMarkdown(),
                post.tags(),
                "https://example.org/ru/svod"));
  }

  @Test
  @Case("G5")
  void aFailureBetweenTheLanguagesLeavesNothing() {
    edition(DATE.minusDays(1), 1, "writing");
    transaction().publish(DATE.minusDays(1), 1, List.of(post("en", "digest")), Approval.NONE);
    published.clear();
    edition(DATE, 1, "translating");

    assertThatThrownBy(
            () ->
                transaction()
                    .publish(
                        DATE, 1, List.of(post("ru", "svod"), post("en", "digest")), Approval.NONE))
        .isInstanceOf(PgException.class)
        .hasMessageContaining("blog_posts_language_slug_key");

    assertNothingOf(DATE);
    assertThat(database.query("select state from generator.edition where edition_date = ?", DATE))
        .containsExactly("translating");
  }

  @Test
  @Case("G5")
  void aFailureAtAMessageLeavesNoPost() {
    edition(DATE, 1, "translating");
    database.execute(
        "alter table generator.outbox add constraint broken check (target <> 'telegraph-en')");
    try {
      assertThatThrownBy(
              () ->
                  transaction()
                      .publish(
                          DATE,
                          1,
                          List.of(post("ru", "svod"), post("en", "digest")),
                          Approval.NONE))
          .isInstanceOf(PgException.class);
      assertNothingOf(DATE);
    } finally {
      database.execute("alter table generator.outbox drop constraint broken");
    }
  }

  @Test
  @Case("G3")
  void aLateHolderChangesNothing() {
    edition(DATE, 7, "writing");

    assertThat(transaction().publish(DATE, 6, List.of(post("ru", "svod")), Approval.NONE))
        .isFalse();

    assertNothingOf(DATE);
    assertThat(database.query("select state from generator.edition")).containsExactly("writing");
  }

  @Test
  void whoLetItOutIsKeptWithThePosts() {
    edition(DATE, 4, "held");
    Approval approval = new Approval(java.util.UUID.randomUUID(), "anna", "good");

    transaction().publish(DATE, 4, List.of(post("ru", "svod")), approval);
    transaction().publish(DATE, 4, List.of(post("ru", "svod")), approval);

    assertThat(
            database.query(
                "select concat_ws(' ', id, decision, version, decided_by, reason)"
                    + " from generator.edition_decision"))
        .containsExactly(approval.id() + " approved 4 anna good");
  }

  @Test
  void anApprovalThatComesTooLateLeavesNoTrace() {
    edition(DATE, 5, "held");

    assertThat(
            transaction()
                .publish(
                    DATE,
                    4,
                    List.of(post("ru", "svod")),
                    new Approval(java.util.UUID.randomUUID(), "anna", null)))
        .isFalse();

    assertNothingOf(DATE);
    assertThat(database.query("select decision from generator.edition_decision")).isEmpty();
  }

  @Test
  void aFailedEditionIsNotPublishedBehindItsBack() {
    edition(DATE, 1, "failed");

    assertThat(transaction().publish(DATE, 1, List.of(post("ru", "svod")), Approval.NONE))
        .isFalse();

    assertNothingOf(DATE);
  }

  @Test
  void aRepeatAfterALostAnswerFindsItPublished() {
    edition(DATE, 2, "writing");
    transaction().publish(DATE, 2, List.of(post("ru", "svod")), Approval.NONE);

    assertThat(transaction().publish(DATE, 2, List.of(post("ru", "svod")), Approval.NONE)).isTrue();

    assertThat(database.query("select count(*) from generator.blog_posts")).containsExactly("1");
    assertThat(database.query("select count(*) from generator.outbox")).containsExactly("2");
  }

  private void assertNothingOf(LocalDate date) {
    assertThat(database.query("select id from generator.blog_posts where edition_date = ?", date))
        .isEmpty();
    assertThat(
            database.query(
                "select id from generator.outbox where payload ->> 'editionDate' = ?",
                date.toString()))
        .isEmpty();
    assertThat(published).isEmpty();
  }

  private static void edition(LocalDate date, long fence, String state) {
    database.execute(
        """
        insert into generator.edition (edition_date, content_type, state, fence, lease_owner,
            lease_until)
        values (?, 'digest', ?, ?, 'a', clock_timestamp() + interval '1 minute')
        """,
        date,
        state,
        fence);
  }

  @Test
  void aPostThatDoesNotFitIntoAMessageIsRefusedBeforeAnythingIsWritten() {
    edition(DATE, 1, "writing");
    NewPost post = post("ru", "svod");
    NewPost large =
        new NewPost(
            post.language(),
            post.contentType(),
            post.slug(),
            post.title(),
            post.summary(),
            "ж".repeat(Topics.MAX_PAYLOAD_BYTES / 2),
            post.tags());

    assertThatThrownBy(() -> transaction().publish(DATE, 1, List.of(large), Approval.NONE))
        .isInstanceOf(PostTooLarge.class)
        .hasMessageContaining("the post in ru is too large for telegraph-ru");

    assertThat(database.query("select state from generator.edition")).containsExactly("writing");
    assertThat(database.query("select id from generator.outbox")).isEmpty();
  }

  private PublishTransaction transaction() {
    Map<String, String> config =
        Map.of(
            "broadsheet.targets.telegraph-ru.channel", "telegraph",
            "broadsheet.targets.telegraph-ru.language", "ru",
            "broadsheet.targets.vk-ru.channel", "vk",
            "broadsheet.targets.vk-ru.language", "ru",
            "broadsheet.targets.telegraph-en.channel", "telegraph",
            "broadsheet.targets.telegraph-en.language", "en");
    Targets targets =
        Targets.read(
            new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(config, "test", 100))
                .build(),
            List.of("ru", "en"));
    return new PublishTransaction(
        database.database(), targets, new SiteUrl("https://example.org"), published::add);
  }

  private static NewPost post(String language, String slug) {
    return new NewPost(
        language,
        "digest",
        slug,
        "Заголовок \"в кавычках\"",
        "Кратко.",
        "# Тело\n\n```java\nint a = 1;\n```\n\\u0041 😀",
        List.of("java", "базы данных"));
  }
}
