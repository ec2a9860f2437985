package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.generator.edition.ApprovalDesk.Then;
import io.broadsheet.generator.testing.NewsroomStack;
import io.broadsheet.generator.writing.Assignment;
import io.broadsheet.generator.writing.RecentTitles;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class ApprovalIT extends HeldNewsroom {

  private static final String POSTS =
      """
      select concat_ws('|', language, content_type, slug, title, summary, body_markdown, tags,
        canonical_url)
      from generator.blog_posts order by language""";

  @Inject RecentTitles recentTitles;

  @Test
  void whatIsApprovedGoesOutJustAsItWouldHaveByItself() {
    replica(AUTO).attempt(TUESDAY);
    List<String> byItself = column(POSTS);
    empty();
    held(MANUAL);
    assertNothingIsOut();

    assertDone(desk(MANUAL).approve(TUESDAY, null, by("anna", "well done")));

    assertOutOnce();
    assertThat(column(POSTS)).isEqualTo(byItself);
    assertThat(column("select body_markdown from generator.blog_posts where language = 'ru'"))
        .first()
        .asString()
        .contains("Над выпуском работали");
    assertThat(decisions()).containsExactly("approved anna: well done");
  }

  @Test
  void approvingTwiceIsApprovingOnce() {
    long version = held(MANUAL);
    assertDone(desk(MANUAL).approve(TUESDAY, version, by("anna", null)));
    List<String> posts = posts();

    assertDone(desk(MANUAL).approve(TUESDAY, version, by("boris", null)));
    assertDone(desk(MANUAL).approve(TUESDAY, null, by("boris", null)));

    assertThat(posts()).isEqualTo(posts);
    assertOutOnce();
    assertThat(decisions()).containsExactly("approved anna");
    assertThat(desk(MANUAL).approve(TUESDAY, version + 1, by("boris", null)))
        .isEqualTo(new ApprovalReply.Stale(EditionState.PUBLISHED, version));
  }

  @Test
  void whatWasEditedIsWhatGoesOutAndTheOtherLanguageStays() {
    long version = held(MANUAL);
    LanguageText english = text("en");
    TextChange change =
        new TextChange("Каша без комков", "Коротко.", "Новый текст.\n", List.of("каша"));

    assertDone(desk(MANUAL).edit(TUESDAY, "ru", version, change, by("anna", "clumsy")));

    assertThat(desk(MANUAL).approve(TUESDAY, version, by("boris", null)))
        .isEqualTo(new ApprovalReply.Stale(EditionState.HELD, version + 1));
    assertNothingIsOut();
    assertDone(desk(MANUAL).approve(TUESDAY, version + 1, by("boris", null)));
    assertOutOnce();
    assertThat(column(POSTS))
        .contains(
            "ru|howto|kasha-bez-komkov|Каша без комков|Коротко.|Новый текст.\n|{каша}|"
                + "https://example.org/ru/kasha-bez-komkov");
    assertThat(column("select title || body_markdown from generator.blog_posts"))
        .contains(english.article().title() + english.article().body());
    assertThat(decisions()).containsExactly("edited anna: clumsy", "approved boris");
    assertThat(manuscripts.texts(TUESDAY, version)).hasSize(2).doesNotContain(text("ru"));
  }

  @Test
  void anEditOfAnOlderVersionChangesNothing() {
    long version = held(MANUAL);
    TextChange first = new TextChange("Первая правка", null, null, null);
    TextChange second = new TextChange("Вторая правка", null, null, null);
    assertDone(desk(MANUAL).edit(TUESDAY, "ru", version, first, by("anna", null)));

    assertThat(desk(MANUAL).edit(TUESDAY, "ru", version, second, by("boris", null)))
        .isEqualTo(new ApprovalReply.Stale(EditionState.HELD, version + 1));

    assertThat(text("ru").article().title()).isEqualTo("Первая правка");
    EditionCopy late =
        new EditionCopy(TUESDAY, EditionState.HELD, version, "howto", null, List.of());
    assertThat(manuscripts.edit(late, text("ru"), by("boris", null))).isFalse();
    assertThat(decisions()).containsExactly("edited anna");
  }

  @Test
  void aStatementWhoseAnswerWasLostFindsItsOwnWorkDone() {
    long version = held(MANUAL);
    EditionCopy copy = manuscripts.find(TUESDAY).orElseThrow();
    Decision edit = by("anna", null);
    Decision reject = by("anna", "dull");

    assertThat(manuscripts.hold(TUESDAY, version, copy.texts(), Optional.empty())).isTrue();
    assertThat(manuscripts.edit(copy, text("ru"), edit)).isTrue();
    assertThat(manuscripts.edit(copy, text("ru"), edit)).isTrue();
    assertThat(manuscripts.reject(TUESDAY, version + 1, EditionState.SKIPPED, reject)).isTrue();
    assertThat(manuscripts.reject(TUESDAY, version + 1, EditionState.SKIPPED, reject)).isTrue();

    assertThat(decisions()).containsExactly("edited anna", "rejected anna: dull");
    assertThat(column("select fence::text from generator.edition"))
        .containsExactly(String.valueOf(version + 2));
  }

  @Test
  void aLateHolderHoldsNothing() {
    hold(TUESDAY, "other");

    assertThat(manuscripts.hold(TUESDAY, 0, List.of(), Optional.empty())).isFalse();

    assertThat(stateOf(TUESDAY)).isEqualTo("writing");
  }

  @Test
  void aRejectedTopicIsNotTakenAgainThatDay() {
    long version = held(MANUAL);
    String rejected = column("select topic from generator.edition").get(0);
    // The writer that is asked first proposes it once more.
    sandbox.fault(
        """
        [{"api":"llm","method":"dina","times":1,"fault":"error","status":200,"body":
        {"choices":[{"message":{"content":"%s"},"finish_reason":"stop"}]}}]"""
            .formatted(rejected));

    assertDone(desk(MANUAL).reject(TUESDAY, version, Then.NEXT_TOPIC, by("anna", "dull")));
    await().atMost(LIMIT).until(() -> stateOf(TUESDAY).equals("held"));

    assertThat(column("select topic from generator.edition")).doesNotContain(rejected);
    assertThat(
            column("select fault from generator.draft where step = 'topic' and fault is not null"))
        .first()
        .asString()
        .contains("too like");
    assertThat(version()).isGreaterThan(version);
    assertThat(text("ru").article().title()).isNotEqualTo(title(version));
    assertThat(desk(MANUAL).reject(TUESDAY, version, Then.NEXT_TOPIC, by("anna", "dull")))
        .isInstanceOf(ApprovalReply.Done.class);
    assertThat(stateOf(TUESDAY)).isEqualTo("held");
    assertNothingIsOut();
    assertDone(desk(MANUAL).approve(TUESDAY, version(), by("anna", null)));
    assertOutOnce();
    assertThat(told(rejected, TUESDAY)).isPresent();
    assertThat(told(rejected, TUESDAY.plusDays(1))).isEmpty();
  }

  @Test
  void aRejectedDayIsSkippedUntilAPersonOrdersIt() {
    long version = held(MANUAL);
    String rejected = column("select topic from generator.edition").get(0);
    sandbox.reset();

    assertDone(desk(MANUAL).reject(TUESDAY, null, Then.SKIP_DAY, by("anna", "a day of mourning")));
    round(replica(MANUAL), MANUAL);

    assertThat(stateOf(TUESDAY)).isEqualTo("skipped");
    assertThat(column("select last_error from generator.edition"))
        .containsExactly("rejected by anna: a day of mourning");
    assertThat(sandbox.questions()).isEmpty();
    assertThat(desk(MANUAL).approve(TUESDAY, version, by("anna", null)))
        .isEqualTo(
            new ApprovalReply.WrongState(
                EditionState.SKIPPED, "rejected by anna: a day of mourning"));
    assertDone(desk(MANUAL).reject(TUESDAY, version, Then.SKIP_DAY, by("anna", "once more")));

    EditionDesk ordered = new EditionDesk(calendar, store, replica(MANUAL), executor);
    assertThat(ordered.generate(TUESDAY)).isInstanceOf(EditionDesk.Reply.Begun.class);
    await().atMost(LIMIT).until(() -> stateOf(TUESDAY).equals("held"));

    assertThat(column("select topic from generator.edition")).doesNotContain(rejected);
    assertThat(ordered.generate(TUESDAY))
        .isEqualTo(new EditionDesk.Reply.Finished(EditionState.HELD));
    assertNothingIsOut();
  }

  @Test
  void whatWaitsForApprovalCountsAsTold() {
    held(MANUAL);
    String topic = column("select topic from generator.edition").get(0);
    Assignment tomorrow = new Assignment(TUESDAY.plusDays(1), "history", "ru", () -> {});

    assertThat(told(topic, TUESDAY.plusDays(1))).isPresent();
    assertThat(recentTitles.last(tomorrow, 20)).containsExactly(text("ru").article().title());
  }

  @Test
  void aTitleThatAPostHasAlreadyGetsADatedSlug() {
    held(MANUAL);
    String slug = text("en").slug();
    database.run(
        "insert into generator.edition (edition_date, content_type, state)"
            + " values ('2026-01-01', 'howto', 'published')");
    database.run(
        "insert into generator.blog_posts (id, edition_date, language, content_type, slug, title,"
            + " summary, body_markdown, canonical_url) values (gen_random_uuid(), '2026-01-01',"
            + " 'en', 'howto', $1, 't', 's', 'b', 'u')",
        slug);

    assertDone(desk(MANUAL).approve(TUESDAY, null, by("anna", null)));

    assertThat(column("select slug from generator.blog_posts where language = 'en'"))
        .containsExactlyInAnyOrder(slug, slug + "-2026-03-10");
  }

  private Optional<String> told(String topic, LocalDate date) {
    return recentTitles.tooLike(topic, new Assignment(date, "howto", "ru", () -> {}), 0.9);
  }

  private LanguageText text(String language) {
    return manuscripts.find(TUESDAY).orElseThrow().text(language).orElseThrow();
  }

  private String title(long version) {
    return manuscripts.texts(TUESDAY, version).stream()
        .filter(text -> text.language().equals("ru"))
        .findFirst()
        .orElseThrow()
        .article()
        .title();
  }

  private List<String> decisions() {
    return column(
        "select concat_ws(': ', decision || ' ' || decided_by, reason)"
            + " from generator.edition_decision order by decided_at");
  }

  private static void assertDone(ApprovalReply reply) {
    assertThat(reply).isEqualTo(new ApprovalReply.Done());
  }
}
