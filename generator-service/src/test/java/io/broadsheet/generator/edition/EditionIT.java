package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.NewsroomStack;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class EditionIT extends EmptyNewsroom {

  @Test
  void writesTranslatesAndPublishesWithOneMessagePerTarget() {
    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(sandbox.questions())
        .hasSize(8)
        .containsOnlyOnce("translator translate")
        .filteredOn(question -> question.endsWith("section"))
        .hasSize(5);
    assertThat(
            column("select state || ' ' || content_type || ' ' || attempts from generator.edition"))
        .containsExactly("published howto 1");
    assertThat(column("select language from generator.blog_posts order by language"))
        .containsExactly("en", "ru");
    assertThat(column("select target from generator.outbox order by target"))
        .containsExactly("telegram-en", "telegram-ru", "telegraph-en", "telegraph-ru", "vk-ru");
    assertThat(
            column("select body_markdown from generator.blog_posts where language = 'ru'").get(0))
        .contains("anna", "boris", "dina", "gleb", "vera");
  }

  @Test
  @Case("G1")
  void leavesAnEditionThatAnotherReplicaHolds() {
    hold(TUESDAY, "other");

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.HeldElsewhere.class);

    assertThat(sandbox.questions()).isEmpty();
    assertThat(column("select split_part(lease_owner, '/', 1) || fence from generator.edition"))
        .containsExactly("other1");
  }

  @Test
  @Case("G2")
  void twoReplicasAtOnceMakeOneEditionWithOneSetOfCalls() {
    CompletableFuture<AttemptOutcome> a = attempt(replica("a"));
    CompletableFuture<AttemptOutcome> b = attempt(replica("b"));

    assertThat(List.of(a.join(), b.join()))
        .hasAtLeastOneElementOfType(AttemptOutcome.Published.class)
        .hasAtLeastOneElementOfType(AttemptOutcome.HeldElsewhere.class);
    assertThat(sandbox.questions()).hasSize(8);
    assertThat(column("select language from generator.blog_posts")).hasSize(2);
  }

  @Test
  @Case("G3")
  void aHolderThatWakesTooLateChangesNothing() {
    sandbox.fault(
        """
        [{"api":"llm","method":"translator","times":1,"fault":"slow","delayMs":3000}]""");
    CompletableFuture<AttemptOutcome> frozen = attempt(replica("frozen"));
    await().atMost(LIMIT).until(() -> stateOf(TUESDAY).equals("translating"));
    database.run("update generator.edition set lease_until = clock_timestamp()");

    assertThat(replica("b").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);
    List<String> posts = column("select id::text from generator.blog_posts order by id");

    assertThat(frozen.join()).isInstanceOf(AttemptOutcome.BrokenOff.class);
    assertThat(column("select id::text from generator.blog_posts order by id")).isEqualTo(posts);
    assertThat(column("select state || fence from generator.edition"))
        .containsExactly("published2");
  }

  @Test
  @Case("G4")
  void theNextHolderReusesFourSectionsAndPaysForOne() {
    sandbox.fault("[{\"api\":\"llm\",\"method\":\"boris\",\"fault\":\"hang\"}]");
    CompletableFuture<AttemptOutcome> crashed = attempt(replica("crashed", Duration.ofSeconds(3)));
    await().atMost(LIMIT).until(() -> sections() == 4);
    database.run(
        "update generator.edition set lease_owner = null, lease_until = clock_timestamp()");
    sandbox.reset();
    sandbox.clearFaults();

    assertThat(replica("b").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(sandbox.questions())
        .filteredOn(question -> question.endsWith("section"))
        .containsExactly("boris section");
    assertThat(sandbox.questions()).hasSize(3).contains("translator translate");
    assertThat(crashed.join()).isInstanceOf(AttemptOutcome.BrokenOff.class);
    assertThat(column("select fence::text from generator.edition")).containsExactly("2");
  }

  @Test
  @Case("G7")
  void aFailureBeforeMidnightIsRepairedAfterItUnderItsOwnDate() {
    clock.set("2026-03-10T20:50:00Z");
    sandbox.fault("[{\"api\":\"llm\",\"fault\":\"error\",\"status\":503}]");
    round(replica("a"));
    assertThat(column("select state from generator.edition")).containsExactly("failed");
    assertThat(column("select last_error from generator.edition").get(0)).contains("HTTP 503");

    sandbox.clearFaults();
    clock.set("2026-03-10T21:15:00Z");
    round(replica("a"));

    assertThat(
            column(
                "select edition_date || ' ' || content_type || ' ' || state"
                    + " from generator.edition order by 1"))
        .containsExactly("2026-03-10 howto published", "2026-03-11 history published");
  }

  @Test
  @Case("G8")
  void dateAndWeekdayAreTheLocalOnesShortlyAfterMidnight() {
    database.run("update generator.installation set installed_at = '2026-03-10T21:10:00Z'");
    clock.set("2026-03-10T21:15:00Z");

    round(replica("a"));

    assertThat(column("select edition_date || ' ' || content_type from generator.edition"))
        .containsExactly("2026-03-11 history");
  }

  @Test
  @Case("G9")
  void anotherRoundAfterTheEditionExistsMakesNothing() {
    round(replica("a"));
    sandbox.reset();
    List<String> before = column("select id::text from generator.outbox order by seq");

    round(replica("a"));
    round(replica("b"));

    assertThat(sandbox.questions()).isEmpty();
    assertThat(column("select id::text from generator.outbox order by seq")).isEqualTo(before);
    assertThat(column("select attempts::text from generator.edition")).containsExactly("1");
  }

  @Test
  void datesBeforeYesterdayAreSkippedUnlessHeld() {
    database.run("update generator.installation set installed_at = '2026-03-06T09:00:00Z'");
    database.run(
        "insert into generator.edition (edition_date, content_type, state, last_error) values"
            + " ('2026-03-07', 'longread', 'failed', 'no writer'),"
            + " ('2026-03-08', 'questions', 'held', null)");

    round(replica("a"));

    assertThat(column("select edition_date || ' ' || state from generator.edition order by 1"))
        .containsExactly(
            "2026-03-06 skipped",
            "2026-03-07 skipped",
            "2026-03-08 held",
            "2026-03-09 published",
            "2026-03-10 published");
    assertThat(column("select last_error from generator.edition where edition_date = '2026-03-07'"))
        .first()
        .asString()
        .contains("too old", "no writer");
  }

  @Test
  @Case("L10")
  void aHangingWriterDoesNotKeepTheOthersPastTheDeadline() {
    sandbox.fault("[{\"api\":\"llm\",\"method\":\"boris\",\"fault\":\"hang\"}]");
    long start = System.nanoTime();

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    assertThat(
            column("select body_markdown from generator.blog_posts where language = 'ru'").get(0))
        .contains("dina", "gleb", "vera", "anna")
        .doesNotContain("boris");
  }
}
