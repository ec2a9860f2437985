package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.ComposerSettings.Fallback;
import io.broadsheet.generator.writing.spend.BudgetReached;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/** Has a composer make one article of the sections. */
final class ComposeStep {

  private static final Logger LOG = Logger.getLogger(ComposeStep.class);

  private final AskInTurn askInTurn;
  private final ComposerSettings settings;

  ComposeStep(AskInTurn askInTurn, ComposerSettings settings) {
    this.askInTurn = askInTurn;
    this.settings = settings;
  }

  /**
   * Blocks until there is an article: by the configured composer, else by one of the authors, as
   * many as the settings allow, else, where that is the fallback, put together as it stands.
   *
   * @param inTurn the panel's writers
   * @throws BudgetReached if a call could pass the daily cap
   * @throws WritingFailed if there is no good article; {@link TopicFailed} where one was refused
   */
  Manuscript compose(Assignment assignment, List<Writer> inTurn, Composition composition) {
    try {
      return composition.made(
          askInTurn.ask(
              assignment,
              composers(inTurn, composition),
              settings.most(),
              composition.prompt(),
              composition));
    } catch (BudgetReached e) {
      throw e;
    } catch (WritingFailed e) {
      if (settings.fallback() == Fallback.FAIL) {
        throw e;
      }
      LOG.warnf("%s: put together without a composer: %s", assignment.date(), e.getMessage());
      return composition.plain();
    }
  }

  private List<Writer> composers(List<Writer> inTurn, Composition composition) {
    List<Writer> composers = new ArrayList<>();
    inTurn.stream().filter(this::isConfigured).forEach(composers::add);
    inTurn.stream()
        .filter(writer -> composition.authors().contains(writer.name()) && !isConfigured(writer))
        .forEach(composers::add);
    return composers;
  }

  private boolean isConfigured(Writer writer) {
    return settings.writer().filter(writer.name()::equals).isPresent();
  }
}
