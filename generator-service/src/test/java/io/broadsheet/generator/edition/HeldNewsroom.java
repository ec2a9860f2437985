package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.eclipse.microprofile.context.ManagedExecutor;

/** An empty newsroom whose replicas hold what they have written. */
abstract class HeldNewsroom extends EmptyNewsroom {

  static final ApprovalSettings MANUAL =
      new ApprovalSettings(ApprovalMode.MANUAL, Duration.ofHours(2), true);
  static final ApprovalSettings HOLD_BRIEFLY =
      new ApprovalSettings(ApprovalMode.HOLD, Duration.ofSeconds(2), true);
  static final ApprovalSettings HOLD_LONG =
      new ApprovalSettings(ApprovalMode.HOLD, Duration.ofDays(1), true);

  @Inject ManagedExecutor executor;

  static ApprovalSettings switchedOff(ApprovalSettings settings) {
    return new ApprovalSettings(settings.mode(), settings.holdFor(), false);
  }

  EditionRun replica(ApprovalSettings approval) {
    return replica("a", Duration.ofSeconds(15), approval);
  }

  /** Writes Tuesday's edition and has it held; its version. */
  long held(ApprovalSettings approval) {
    assertThat(replica(approval).attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Held.class);
    return version();
  }

  long version() {
    return manuscripts.find(TUESDAY).orElseThrow().version();
  }

  ApprovalDesk desk(ApprovalSettings approval) {
    EditionDesk editionDesk = new EditionDesk(calendar, store, replica(approval), executor);
    return new ApprovalDesk(approval, manuscripts, publishTexts, editionDesk);
  }

  static Decision by(String person, String reason) {
    return Decision.of(person, reason);
  }

  /** The time of a held edition has come. */
  void letItsTimeCome(LocalDate date) {
    database.run(
        "update generator.edition set publish_at = clock_timestamp() where edition_date = $1",
        date);
  }

  List<String> posts() {
    return column("select id::text from generator.blog_posts order by language");
  }

  void assertNothingIsOut() {
    assertThat(posts()).isEmpty();
    assertThat(column("select target from generator.outbox")).isEmpty();
  }

  void assertOutOnce() {
    assertThat(stateOf(TUESDAY)).isEqualTo("published");
    assertThat(posts()).hasSize(2);
    assertThat(column("select target from generator.outbox order by target"))
        .containsExactly("telegram-en", "telegram-ru", "telegraph-en", "telegraph-ru", "vk-ru");
  }
}
