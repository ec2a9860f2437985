package io.broadsheet.generator.writing.gate;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;

/**
 * No line of the text looks like the line that says who wrote it: such lines are added by the
 * paper, and nobody else may sign.
 *
 * @param writers names of the panel's writers
 */
public record NoForgedByline(Collection<String> writers) implements Gate {

  private static final String WORD = "[\\p{L}\\p{N}.'’-]+";
  private static final String PERSON =
      "\\p{Lu}" + WORD + "(?:,?\\s+(?:и |and )?\\p{Lu}" + WORD + ")";
  private static final String COLON = "\\s*(?:[:—–]|-\\s)\\s*";
  private static final List<String> LABELS =
      List.of(
          "автор",
          "авторы",
          "автор текста",
          "автор статьи",
          "автор раздела",
          "автор части",
          "соавтор",
          "соавторы",
          "авторство",
          "подпись",
          "текст",
          "от автора",
          "author",
          "authors",
          "byline",
          "signed",
          "text",
          "story",
          "words",
          "by");
  private static final List<String> VERBS =
      List.of(
          "подготовил",
          "подготовила",
          "написал",
          "написала",
          "текст подготовил",
          "текст подготовила",
          "текст написал",
          "текст написала",
          "материал подготовил",
          "материал подготовила",
          "by",
          "written by",
          "text by",
          "words by",
          "story by",
          "posted by");
  // Of anybody: a label and a name, in capitals as names are.
  private static final Pattern SOMEBODY =
      Pattern.compile(
          "(?iu:"
              + String.join("|", LABELS)
              + ")"
              + COLON
              + PERSON
              + "{0,4}\\.?|(?iu:"
              + VERBS.stream().filter(verb -> !verb.equals("by")).collect(Collectors.joining("|"))
              + ") "
              + PERSON
              + "{0,4}\\.?|[Bb]y "
              + "\\p{Lu}"
              + WORD
              + "(?: \\p{Lu}\\.)? \\p{Lu}"
              + WORD);
  private static final int LONGEST = 200;
  private static final String NO_WORD = "[^\\p{L}\\p{N}]*";

  public NoForgedByline {
    writers = List.copyOf(writers);
  }

  @Override
  public String name() {
    return "bylines";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    Pattern labelled = writer("");
    Pattern alone = writer("?");
    return MarkdownTree.textBlocks(MarkdownTree.parse(submission.text())).stream()
        .flatMap(block -> signatures(block, labelled, alone))
        .findFirst()
        .map(line -> "the line \"" + line + "\" says who wrote; the paper does that, leave it out");
  }

  private Stream<String> signatures(Node block, Pattern labelled, Pattern alone) {
    List<String> lines =
        MarkdownTree.lines(block).stream().filter(line -> line.length() <= LONGEST).toList();
    boolean standsAlone = block instanceof Paragraph && !(block.getParent() instanceof ListItem);
    if (standsAlone && lines.size() == 1 && SOMEBODY.matcher(bare(lines.get(0))).matches()) {
      return lines.stream();
    }
    if (writers.isEmpty()) {
      return Stream.empty();
    }
    Pattern writer = standsAlone ? alone : labelled;
    return lines.stream().filter(line -> writer.matcher(WriterName.lookOf(line)).matches());
  }

  private static String bare(String line) {
    return line.replaceAll("^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}.]+$", "");
  }

  // "Автор: anna", "By anna"; where nothing else stands, also "anna" and "© anna".
  private Pattern writer(String labelIs) {
    String names =
        writers.stream()
            .map(WriterName::lookOf)
            .map(WriterName::word)
            .collect(Collectors.joining("|", "(?:", ")"));
    return Pattern.compile(
        NO_WORD
            + "(?:"
            + looks(LABELS)
            + NO_WORD
            + "[:—–-]"
            + NO_WORD
            + "|"
            + looks(VERBS)
            + "[^\\p{L}\\p{N}]+)"
            + labelIs
            + names
            + "(?:[^\\p{L}\\p{N}]+(?:и |and )?"
            + names
            + ")*"
            + NO_WORD);
  }

  private static String looks(List<String> labels) {
    return labels.stream().map(WriterName::lookOf).collect(Collectors.joining("|", "(?:", ")"));
  }
}
