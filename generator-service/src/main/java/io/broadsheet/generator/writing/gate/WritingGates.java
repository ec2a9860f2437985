package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Prompt;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Which gates stand before a topic, a section and an article. */
public final class WritingGates {

  private final GateSettings settings;

  public WritingGates(GateSettings settings) {
    this.settings = settings;
  }

  /** The thresholds. */
  public GateSettings settings() {
    return settings;
  }

  /**
   * Gates of a topic.
   *
   * @param tooLike finds the earlier title that a topic is too like
   */
  public Judge topic(Prompt prompt, String language, Function<String, Optional<String>> tooLike) {
    List<Gate> gates = anyAnswer(prompt);
    gates.add(new OneLine());
    gates.add(new PlainWords());
    gates.add(new Length(settings.topic()));
    gates.addAll(inLanguage(language, List.of()));
    gates.add(new NoForeignMarks());
    gates.add(new BannedPhrases(settings.bannedPhrases()));
    gates.add(new NoPlaceholders());
    gates.add(new NotToldYet(tooLike));
    return new TopicJudge(new Gates(gates));
  }

  /**
   * Gates of a section.
   *
   * @param writer who writes it
   * @param panel names of all writers
   */
  public Gates section(Prompt prompt, String language, String writer, Collection<String> panel) {
    List<Gate> gates = anyAnswer(prompt);
    gates.add(new NoPlan(prompt.material()));
    gates.add(new Length(settings.section()));
    gates.addAll(inLanguage(language, panel));
    gates.add(new NoForeignMarks());
    gates.add(new NoForgedByline(panel));
    gates.add(
        new OwnWords(panel.stream().filter(other -> !other.equals(writer)).toList(), language));
    gates.addAll(text());
    gates.add(new InlineLinks());
    return new Gates(gates);
  }

  /**
   * Gates of a composer's frame, whose sections are still marks.
   *
   * @param parts that it must have
   * @param attributions whose marks it must have
   */
  public Gates frame(
      Prompt prompt, String language, ArticleParts parts, Attributions attributions) {
    List<Gate> gates = anyAnswer(prompt);
    gates.add(new ArticleForm(settings.title(), settings.summary(), 1));
    gates.add(new OnBody(attributions));
    gates.add(new OnBody(parts));
    gates.add(new OnBody(new InlineLinks()));
    gates.addAll(inLanguage(language, attributions.authors()));
    return new Gates(gates);
  }

  /**
   * Gates of a whole article in the form of {@link ArticleForm}.
   *
   * @param panel names of all writers
   */
  public Gates article(Prompt prompt, String language, Collection<String> panel) {
    List<Gate> gates = anyAnswer(prompt);
    gates.add(new ArticleForm(settings.title(), settings.summary(), 1));
    gates.add(new Length(settings.article()));
    gates.addAll(inLanguage(language, panel));
    gates.add(new HeadInLanguage(language));
    gates.add(new NoForeignMarks());
    gates.add(new NoForgedByline(panel));
    gates.add(new OnBody(new NoRefusal()));
    gates.add(new OnBody(new NoChatter()));
    text().forEach(gate -> gates.add(new OnBody(gate)));
    return new Gates(gates);
  }

  private static List<Gate> anyAnswer(Prompt prompt) {
    return new ArrayList<>(
        List.of(
            new FinishedByStop(),
            new NotBlank(),
            new NoReasoning(),
            new NoPromptText(prompt.brief(), prompt.facts().values()),
            new CleanCharacters(),
            new NoRefusal(),
            new NoChatter(),
            new NotWrapped()));
  }

  private List<Gate> inLanguage(String language, Collection<String> names) {
    return List.of(
        new LanguageShare(language, settings.languageShare()),
        new NoForeignSentence(language, names),
        new MixedLetters());
  }

  private List<Gate> text() {
    return List.of(
        new BannedPhrases(settings.bannedPhrases()),
        new NoPlaceholders(),
        new WellFormed(),
        new AbsoluteLinks(settings.placeholderHosts()),
        noRepetition(),
        new WholeEnding());
  }

  /** The gate that stands before a whole article against what is said again and again. */
  public NoRepetition noRepetition() {
    return new NoRepetition(settings.repeats());
  }
}
