package io.broadsheet.generator.edition;

import io.broadsheet.generator.edition.EditionStore.Claim;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.LocalDate;
import java.util.List;
import org.jboss.logging.Logger;

/** The end of a good attempt: its texts are published, or held for approval. */
@ApplicationScoped
public class ConcludeAttempt {

  private static final Logger LOG = Logger.getLogger(ConcludeAttempt.class);

  private final ApprovalSettings settings;
  private final PublishTexts publishTexts;
  private final ManuscriptStore manuscripts;

  public ConcludeAttempt(
      ApprovalSettings settings, PublishTexts publishTexts, ManuscriptStore manuscripts) {
    this.settings = settings;
    this.publishTexts = publishTexts;
    this.manuscripts = manuscripts;
  }

  /**
   * Ends an attempt, all languages at once.
   *
   * @param texts one per language
   * @throws LeaseLost if the claim is no longer the edition's; nothing is changed then
   */
  AttemptOutcome conclude(LocalDate date, Claim claim, List<LanguageText> texts) {
    if (settings.publishesAtOnce()) {
      ensure(publishTexts.publish(date, claim.fence(), claim.contentType(), texts), claim);
      LOG.infof("%s: published \"%s\"", date, texts.get(0).article().title());
      return new AttemptOutcome.Published();
    }
    ensure(manuscripts.hold(date, claim.fence(), texts, settings.releaseAfter()), claim);
    LOG.infof(
        "%s: held, \"%s\" %s",
        date,
        texts.get(0).article().title(),
        settings.whyHeld(settings.releaseAfter().isPresent()));
    return new AttemptOutcome.Held();
  }

  private static void ensure(boolean done, Claim claim) {
    if (!done) {
      throw new LeaseLost(
          "fence " + claim.fence() + " came too late, another holder has the edition");
    }
  }
}
