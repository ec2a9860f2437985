package io.broadsheet.generator.writing.gate;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A section says nothing of what the other writers say: they write at the same time, and it cannot
 * know. In a language that is not written in Latin letters any mention counts that is written as
 * the writer's name is; else only one with words such as "says" beside it, for a writer may be
 * called by a word of the language.
 *
 * @param others names of the panel's other writers
 * @param language of the text, ISO 639
 */
public record OwnWords(Collection<String> others, String language) implements Gate {

  private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
  private static final Pattern ADDRESS = Pattern.compile("https?://\\S+");
  private static final String BEFORE =
      "(?:по (?:мнению|словам|версии)|как (?:верно |справедливо |уже )?(?:пиш|счита|говор|замет|отмеч|сказал"
          + "|написал)\\p{L}*|(?:согласен|согласна|спор\\p{L}+|поспорю) с|в отличие от|коллег\\p{L}+"
          + "|соавтор\\p{L}*|автор\\p{L}*|according to|in the words of|as|(?:agree|disagree|argue)s? with"
          + "|unlike|my colleague|my co-author) ";
  private static final String AFTER =
      ",? (?:же |уже |верно |справедливо |тоже |rightly |also )?(?:пиш|счита|говор|замети|замеча|утвержда"
          + "|полага|дума|отмеча|сказа|написа|прав(?:а|ы)?(?!\\p{L})|ошиба|предлага|советует|возража"
          + "|writes|wrote|says|said|argues|argued|claims|claimed|thinks|believes|agrees|disagrees|is right"
          + "|is wrong|points out|notes|noted|suggests|insists)";

  public OwnWords {
    others = List.copyOf(others);
  }

  @Override
  public String name() {
    return "attributions";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    String prose =
        MarkdownTree.textBlocks(MarkdownTree.parse(submission.text())).stream()
            .flatMap(block -> MarkdownTree.lines(block).stream())
            .map(line -> ADDRESS.matcher(line).replaceAll(" ").replaceAll("\\s+", " "))
            .collect(Collectors.joining("\n"));
    return others.stream()
        .filter(other -> mentions(prose, other))
        .findFirst()
        .map(
            other ->
                "the text spoke of \""
                    + other
                    + "\", another writer, whose part you cannot know; write in your own name only");
  }

  private boolean mentions(String prose, String other) {
    boolean nameCannotBeAWord =
        Alphabet.of(language)
            .map(own -> !own.isAtHomeEverywhere() && own.count(other) == 0)
            .orElse(false);
    if (nameCannotBeAWord && WriterName.pattern(other, 0).matcher(prose).find()) {
      return true;
    }
    String name = WriterName.word(other);
    Pattern spokenOf =
        Pattern.compile(
            BEFORE
                + name
                + "|"
                + name
                + AFTER
                + "|(?m)(?:^[-—–* ]*"
                + name
                + ":|[:—–] ?"
                + name
                + "\\W*$)",
            FLAGS);
    return spokenOf.matcher(prose).find();
  }
}
