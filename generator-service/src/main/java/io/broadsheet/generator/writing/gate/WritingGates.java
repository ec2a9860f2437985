package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Prompt;
import java.util.ArrayList;
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
  public Gates topic(Prompt prompt, String language, Function<String, Optional<String>> tooLike) {
    List<Gate> gates = anyAnswer(prompt);
    gates.add(new OneLine());
    gates.add(new Length(settings.topic()));
    gates.add(new LanguageShare(language, settings.languageShare()));
    gates.add(new BannedPhrases(settings.bannedPhrases()));
    gates.add(new NoPlaceholders());
    gates.add(new NotToldYet(tooLike));
    return new Gates(gates);
  }

  /** Gates of a section. */
  public Gates section(Prompt prompt, String language) {
    List<Gate> gates = anyAnswer(prompt);
    gates.add(new NoPlan(prompt.material()));
    gates.add(new Length(settings.section()));
    gates.add(new LanguageShare(language, settings.languageShare()));
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
    gates.add(new LanguageShare(language, settings.languageShare()));
    return new Gates(gates);
  }

  /** Gates of a whole article in the form of {@link ArticleForm}. */
  public Gates article(Prompt prompt, String language) {
    List<Gate> gates = anyAnswer(prompt);
    gates.add(new ArticleForm(settings.title(), settings.summary(), 1));
    gates.add(new Length(settings.article()));
    gates.add(new LanguageShare(language, settings.languageShare()));
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
            new NoPromptText(prompt.brief()),
            new CleanCharacters(),
            new NoRefusal(),
            new NoChatter(),
            new NotWrapped()));
  }

  private List<Gate> text() {
    return List.of(
        new BannedPhrases(settings.bannedPhrases()),
        new NoPlaceholders(),
        new WellFormed(),
        new AbsoluteLinks(settings.placeholderHosts()),
        new NoRepetition(settings.repeats()));
  }
}
