package io.broadsheet.generator.edition;

import io.broadsheet.generator.outbox.Approval;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Takes an operator's word about held editions. An expected version, where given, is the one that
 * the operator has read.
 */
@ApplicationScoped
public class ApprovalDesk {

  private static final Logger LOG = Logger.getLogger(ApprovalDesk.class);

  private final ApprovalSettings settings;
  private final ManuscriptStore manuscripts;
  private final PublishTexts publishTexts;
  private final EditionDesk editionDesk;

  public ApprovalDesk(
      ApprovalSettings settings,
      ManuscriptStore manuscripts,
      PublishTexts publishTexts,
      EditionDesk editionDesk) {
    this.settings = settings;
    this.manuscripts = manuscripts;
    this.publishTexts = publishTexts;
    this.editionDesk = editionDesk;
  }

  /** What follows a rejection. */
  public enum Then {
    /** The edition is written anew at once, on another topic. */
    NEXT_TOPIC,
    /** The date is skipped. */
    SKIP_DAY
  }

  /**
   * Publishes a held edition: posts, messages and state in one transaction.
   *
   * @param expected null: whatever it holds now
   * @throws RuntimeException if the database does not answer; the edition's state tells later
   *     whether it was published
   */
  public ApprovalReply approve(LocalDate date, Long expected, Decision decision) {
    Optional<EditionCopy> found = manuscripts.find(date);
    if (found.isPresent() && found.get().state() == EditionState.PUBLISHED) {
      return isStale(found.get(), expected) ? stale(found.get()) : new ApprovalReply.Done();
    }
    return ifHeld(found, expected, copy -> publish(copy, decision));
  }

  private ApprovalReply publish(EditionCopy copy, Decision decision) {
    if (!settings.publishingEnabled()) {
      return new ApprovalReply.PublishingOff();
    }
    if (copy.texts().isEmpty()) {
      return new ApprovalReply.NoText(List.of());
    }
    Approval approval = new Approval(decision.id(), decision.by(), decision.reason());
    if (!publishTexts.publish(copy, approval)) {
      return overtaken(copy.date());
    }
    LOG.infof("%s: version %d approved by %s", copy.date(), copy.version(), decision.by());
    return new ApprovalReply.Done();
  }

  /**
   * Changes a held edition's text in one language; the others are left as they are, and so is the
   * time at which it goes out by itself.
   *
   * @param expected the version that was read
   * @param change without a fault
   */
  public ApprovalReply edit(
      LocalDate date, String language, long expected, TextChange change, Decision decision) {
    return ifHeld(manuscripts.find(date), expected, copy -> edit(copy, language, change, decision));
  }

  private ApprovalReply edit(
      EditionCopy copy, String language, TextChange change, Decision decision) {
    Optional<LanguageText> text = copy.text(language);
    if (text.isEmpty()) {
      return new ApprovalReply.NoText(copy.languages());
    }
    if (!manuscripts.edit(copy, change.appliedTo(text.get()), decision)) {
      return overtaken(copy.date());
    }
    LOG.infof(
        "%s: version %d (%s) edited by %s", copy.date(), copy.version(), language, decision.by());
    return new ApprovalReply.Done();
  }

  /**
   * Rejects a held edition. Where it is to be written anew, the attempt begins at once. The same
   * order about the same version is done already; another one comes too late.
   *
   * @param expected null: whatever it holds now
   * @param decision with a reason
   */
  public ApprovalReply reject(LocalDate date, Long expected, Then then, Decision decision) {
    Optional<EditionState> earlier =
        expected == null ? Optional.empty() : manuscripts.rejectedTo(date, expected, next(then));
    if (earlier.isPresent()) {
      return earlier.get() == next(then)
          ? new ApprovalReply.Done()
          : new ApprovalReply.RejectedBefore(earlier.get());
    }
    return ifHeld(manuscripts.find(date), expected, copy -> reject(copy, then, decision));
  }

  private static EditionState next(Then then) {
    return then == Then.SKIP_DAY ? EditionState.SKIPPED : EditionState.PLANNED;
  }

  private ApprovalReply reject(EditionCopy copy, Then then, Decision decision) {
    LocalDate date = copy.date();
    EditionState next = next(then);
    if (!manuscripts.reject(date, copy.version(), next, decision)) {
      return overtaken(date);
    }
    LOG.infof("%s: version %d rejected by %s", date, copy.version(), decision.by());
    if (then == Then.NEXT_TOPIC) {
      writeAnew(date);
    }
    return new ApprovalReply.Done();
  }

  // The rejection stands whatever becomes of this attempt; the next tick makes another.
  private void writeAnew(LocalDate date) {
    try {
      editionDesk.generate(date);
    } catch (RuntimeException e) {
      LOG.warnf("%s: not begun anew yet, the next tick tries: %s", date, e.getMessage());
    }
  }

  private static ApprovalReply ifHeld(
      Optional<EditionCopy> found, Long expected, Function<EditionCopy, ApprovalReply> then) {
    if (found.isEmpty()) {
      return new ApprovalReply.NoEdition();
    }
    EditionCopy copy = found.get();
    if (copy.state() != EditionState.HELD) {
      return new ApprovalReply.WrongState(copy.state(), copy.lastError());
    }
    return isStale(copy, expected) ? stale(copy) : then.apply(copy);
  }

  private static boolean isStale(EditionCopy copy, Long expected) {
    return expected != null && copy.version() != expected;
  }

  private static ApprovalReply stale(EditionCopy copy) {
    return new ApprovalReply.Stale(copy.state(), copy.version());
  }

  private ApprovalReply overtaken(LocalDate date) {
    return stale(manuscripts.find(date).orElseThrow());
  }
}
