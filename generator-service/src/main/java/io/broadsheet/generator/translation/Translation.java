package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.Article;
import io.broadsheet.generator.writing.Assignment;
import io.broadsheet.generator.writing.ChatFailure;
import io.broadsheet.generator.writing.Commission;
import io.broadsheet.generator.writing.Deadline;
import io.broadsheet.generator.writing.Manuscript;
import io.broadsheet.generator.writing.TopicFailed;
import io.broadsheet.generator.writing.Writer;
import io.broadsheet.generator.writing.WritingFailed;
import io.broadsheet.generator.writing.gate.GateSettings;
import io.broadsheet.generator.writing.gate.Verdict;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Has the translator put an article into another language, block by block, and checks the whole.
 */
public final class Translation {

  private static final Logger LOG = Logger.getLogger(Translation.class);

  // Blocks that passed and a whole that does not are rare; once more is enough.
  private static final int MOST_WHOLES = 2;

  private final Writer translator;
  private final TranslateBlocks translateBlocks;
  private final GateSettings gateSettings;
  private final TranslationSettings settings;

  /**
   * @param translator the one model that is asked
   */
  public Translation(
      Writer translator,
      Commission commission,
      GateSettings gateSettings,
      TranslationSettings settings) {
    this.translator = translator;
    this.translateBlocks = new TranslateBlocks(translator, commission, settings.batchCharacters());
    this.gateSettings = gateSettings;
    this.settings = settings;
  }

  /**
   * Blocks until there is a good translation.
   *
   * @param manuscript the article in the assignment's language, and who wrote it
   * @param language to translate into
   * @throws TopicFailed if every one is refused; names the gate
   * @throws WritingFailed if there is none for other reasons
   */
  public Article translate(Assignment assignment, Manuscript manuscript, String language) {
    Article source = manuscript.article();
    TranslationGates gates =
        new TranslationGates(gateSettings, assignment.language(), language, manuscript.authors());
    ArticleBlocks blocks = ArticleBlocks.of(source);
    NumberFormats numbers = new NumberFormats(assignment.language(), language);
    List<MaskedBlock> masked =
        blocks.blocks().stream()
            .map(block -> MaskBlock.mask(block, blocks.definitions(), numbers))
            .toList();
    Deadline deadline = Deadline.after(settings.deadline());
    Verdict.Refused refused = null;
    try {
      for (int made = 0; made < MOST_WHOLES; made++) {
        String fault = refused == null ? null : refused.reason();
        TranslateBlocks.Order order = new TranslateBlocks.Order(assignment, gates, fault, deadline);
        Article translated = blocks.with(translateBlocks.translate(order, masked));
        Verdict verdict = gates.whole(source, translated);
        if (verdict instanceof Verdict.Passed) {
          return translated;
        }
        refused = (Verdict.Refused) verdict;
        LOG.infof("%s: translation into %s refused: %s", assignment.date(), language, refused);
      }
    } catch (ChatFailure e) {
      String reason =
          "no translation into " + language + ": " + translator.name() + " " + e.getMessage();
      throw e.fault().liesInTheText() ? new TopicFailed(reason) : new WritingFailed(reason);
    }
    throw new TopicFailed("no translation into " + language + ": gate " + refused);
  }
}
