package io.broadsheet.generator.api;

import io.broadsheet.generator.edition.ApprovalReply;
import io.broadsheet.generator.edition.EditionState;
import java.time.LocalDate;

/** What an operator is told whose word about a held edition cannot be followed. */
final class ApprovalAnswers {

  private ApprovalAnswers() {}

  /**
   * Returns if it is done.
   *
   * @param verb what was asked for, for instance {@code approved}
   * @throws Refusal otherwise; it says how the edition stands and what to do
   */
  static void check(LocalDate date, String verb, ApprovalReply reply) {
    if (reply instanceof ApprovalReply.NoEdition) {
      throw Refusal.notFound("there is no edition of " + date);
    }
    if (reply instanceof ApprovalReply.NoText none) {
      throw noText(date, none);
    }
    if (reply instanceof ApprovalReply.PublishingOff) {
      throw Refusal.conflict(
          "publishing is switched off; the edition of "
              + date
              + " stays held: set broadsheet.publishing.enabled=true, restart, then approve it");
    }
    if (reply instanceof ApprovalReply.Stale stale) {
      throw Refusal.conflict(stale(date, stale));
    }
    if (reply instanceof ApprovalReply.RejectedBefore before) {
      throw Refusal.conflict(
          "that version of the edition of "
              + date
              + (before.next() == EditionState.SKIPPED
                  ? " was rejected with then=skip-day; POST .../generate writes it all the same"
                  : " was rejected with then=next-topic; what is written anew can be rejected again"));
    }
    if (reply instanceof ApprovalReply.WrongState wrong) {
      throw Refusal.conflict(
          "the edition of "
              + date
              + " "
              + standing(wrong.state(), wrong.lastError())
              + "; only a held one can be "
              + verb);
    }
  }

  /** How an edition stands, and what to do about it. */
  static String standing(EditionState state, String lastError) {
    return switch (state) {
      case PLANNED -> "is planned and not written yet; POST .../generate writes it";
      case WRITING, TRANSLATING -> "is being made (" + state.wireName() + "); follow it there";
      case HELD -> "is held; approve or reject it";
      case PUBLISHED -> "is published; what is out cannot be taken back here";
      case SKIPPED -> "is skipped (" + lastError + "); POST .../generate writes it all the same";
      case FAILED -> "has failed (" + lastError + "); POST .../generate tries again";
    };
  }

  private static Refusal noText(LocalDate date, ApprovalReply.NoText none) {
    return none.languages().isEmpty()
        ? Refusal.conflict("the edition of " + date + " is held without texts; reject it")
        : Refusal.notFound(
            "the edition of "
                + date
                + " has no text in that language; it has "
                + String.join(", ", none.languages()));
  }

  private static String stale(LocalDate date, ApprovalReply.Stale stale) {
    return "the edition of "
        + date
        + " is "
        + stale.state().wireName()
        + " in version "
        + stale.version()
        + ", not the one that you have read; read it again, then decide";
  }
}
