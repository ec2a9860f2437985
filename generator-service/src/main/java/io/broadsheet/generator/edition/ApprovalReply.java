package io.broadsheet.generator.edition;

import java.util.List;

/** What became of an operator's word about a held edition. */
public sealed interface ApprovalReply {

  /** It is so, now or since an earlier call. */
  record Done() implements ApprovalReply {}

  /** That date has no edition. */
  record NoEdition() implements ApprovalReply {}

  /**
   * The edition is in no state for it.
   *
   * @param state the edition's
   * @param lastError why it failed or was skipped, or null
   */
  record WrongState(EditionState state, String lastError) implements ApprovalReply {}

  /**
   * The texts are no longer those that were decided about.
   *
   * @param state the edition's now
   * @param version the edition's now
   */
  record Stale(EditionState state, long version) implements ApprovalReply {}

  /**
   * That version was rejected already, with something else to follow.
   *
   * @param next what followed: planned for another topic, or skipped
   */
  record RejectedBefore(EditionState next) implements ApprovalReply {}

  /** Nothing is published now. */
  record PublishingOff() implements ApprovalReply {}

  /**
   * There is no text to decide about.
   *
   * @param languages what there is
   */
  record NoText(List<String> languages) implements ApprovalReply {}
}
