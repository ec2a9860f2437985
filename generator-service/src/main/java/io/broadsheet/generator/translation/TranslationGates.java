package io.broadsheet.generator.translation;

import io.broadsheet.generator.translation.Block.Kind;
import io.broadsheet.generator.writing.Article;
import io.broadsheet.generator.writing.ArticleFormat;
import io.broadsheet.generator.writing.gate.AbsoluteLinks;
import io.broadsheet.generator.writing.gate.Alphabet;
import io.broadsheet.generator.writing.gate.ArticleForm;
import io.broadsheet.generator.writing.gate.BannedPhrases;
import io.broadsheet.generator.writing.gate.Bounds;
import io.broadsheet.generator.writing.gate.CleanCharacters;
import io.broadsheet.generator.writing.gate.FinishedByStop;
import io.broadsheet.generator.writing.gate.Gate;
import io.broadsheet.generator.writing.gate.GateSettings;
import io.broadsheet.generator.writing.gate.Gates;
import io.broadsheet.generator.writing.gate.LanguageShare;
import io.broadsheet.generator.writing.gate.Length;
import io.broadsheet.generator.writing.gate.MixedLetters;
import io.broadsheet.generator.writing.gate.NoChatter;
import io.broadsheet.generator.writing.gate.NoForeignMarks;
import io.broadsheet.generator.writing.gate.NoForeignSentence;
import io.broadsheet.generator.writing.gate.NoForgedByline;
import io.broadsheet.generator.writing.gate.NoPlaceholders;
import io.broadsheet.generator.writing.gate.NoReasoning;
import io.broadsheet.generator.writing.gate.NoRefusal;
import io.broadsheet.generator.writing.gate.NoRepetition;
import io.broadsheet.generator.writing.gate.NotBlank;
import io.broadsheet.generator.writing.gate.NotWrapped;
import io.broadsheet.generator.writing.gate.Prose;
import io.broadsheet.generator.writing.gate.Submission;
import io.broadsheet.generator.writing.gate.Verdict;
import io.broadsheet.generator.writing.gate.WellFormed;
import io.broadsheet.generator.writing.gate.WholeEnding;
import java.util.ArrayList;
import java.util.List;

/**
 * Which gates stand before a translation, of a block and of the whole.
 *
 * @param settings the thresholds
 * @param from the source's language, ISO 639
 * @param to the target's
 * @param writers names of those whose sections are in the article
 */
record TranslationGates(GateSettings settings, String from, String to, List<String> writers) {

  // Fewer letters, a heading or a cell, may well be a name in another alphabet.
  private static final int LETTERS_TO_TELL = 40;

  /** Gates of a translated text, a whole article or a part of one. */
  Gates text(String source) {
    List<Gate> gates = textGates(source);
    gates.add(new NewIn(new WholeEnding(), source));
    return new Gates(gates);
  }

  /** Gates of one block's text, put back together. */
  Gates block(Block block) {
    String source = block.text().replace(Marks.LINE_BREAK, "\\\n");
    List<Gate> gates = textGates(source);
    if (block.kind() == Kind.PARAGRAPH) {
      gates.add(new NewIn(new WholeEnding(), source));
    } else if (block.kind() == Kind.TITLE) {
      gates.add(new NewIn(new Length(settings.title()), source));
    } else if (block.kind() == Kind.SUMMARY) {
      gates.add(new NewIn(new Length(settings.summary()), source));
    } else if (block.kind() == Kind.TAGS) {
      gates.add(new SameTags(source));
    }
    return new Gates(gates);
  }

  /** The verdict on a whole article, put back together. */
  Verdict whole(Article source, Article translated) {
    String before = ArticleFormat.write(source);
    List<Gate> gates = textGates(before);
    int leastTags = Math.min(1, source.tags().size());
    Bounds summary = new Bounds(1, settings.summary().most());
    gates.add(new ArticleForm(settings.title(), summary, leastTags));
    return new Gates(gates).judge(Submission.whole(ArticleFormat.write(translated)));
  }

  private List<Gate> textGates(String source) {
    List<Gate> gates = new ArrayList<>();
    gates.add(new FinishedByStop());
    gates.add(new NotBlank());
    for (Gate gate :
        List.of(
            new NoReasoning(),
            new CleanCharacters(),
            new NoRefusal(),
            new NoChatter(),
            new NotWrapped())) {
      gates.add(new NewIn(gate, source));
    }
    gates.add(new NoMarksLeft());
    gates.add(new NewIn(new NoForeignMarks(), source));
    gates.add(new NotTheSource(source));
    gates.add(new SourceLeft(from, to, settings.leftOverShare(), writers));
    if (Alphabet.letters(Prose.of(source)) >= LETTERS_TO_TELL) {
      gates.add(new LanguageShare(to, settings.languageShare()));
    }
    if (new NoForeignSentence(from, writers).fault(Submission.whole(source)).isEmpty()) {
      gates.add(new NoForeignSentence(to, writers));
    }
    gates.add(new NewIn(new MixedLetters(), source));
    gates.add(new NewIn(new NoForgedByline(writers), source));
    gates.add(new QuestionsKept(source));
    gates.add(new SameNames(source, from, to, writers));
    gates.add(new SameLinks(source));
    gates.add(new SameCode(source));
    gates.add(new SameNumbers(source));
    gates.add(new SameHeadings(source));
    gates.add(new SameStructure(source));
    gates.add(new LengthRatio(source, settings.lengthRatio()));
    gates.add(new BannedPhrases(settings.bannedPhrases()));
    for (Gate gate :
        List.of(
            new NoPlaceholders(),
            new WellFormed(),
            new AbsoluteLinks(settings.placeholderHosts()),
            new NoRepetition(settings.repeats()))) {
      gates.add(new NewIn(gate, source));
    }
    return gates;
  }
}
