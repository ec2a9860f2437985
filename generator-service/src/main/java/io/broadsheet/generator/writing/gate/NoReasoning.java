package io.broadsheet.generator.writing.gate;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * No reasoning is left: no tag of it that could not be told from the text, and no beginning in
 * which the model talks to itself about its task. Tags in code are the article's own.
 */
public final class NoReasoning implements Gate {

  private static final Pattern CODE = Pattern.compile("(?s)```.*?(?:```|\\z)|`[^`\\n]*`");
  private static final Pattern TAG =
      Pattern.compile(
          "</?(?:think|thinking|thought|reasoning|scratchpad)>|<\\|channel\\|>"
              + "|\\[/?(?:think|thinking)\\]",
          Pattern.CASE_INSENSITIVE);
  private static final int BEGINNING = 400;
  private static final String TO_MAKE =
      "(?:write|translate|produce|draft|create|compose|propose|provide|give|output|keep|make)";
  private static final String SDELAT =
      "(?:написать|перевести|составить|предложить|собрать|подготовить|придумать|выдать|сделать)";
  // A sentence that begins with the user's wish or the model's duty, and speaks of a text to make.
  private static final Pattern TALK =
      Pattern.compile(
          "(?:^|[.!?:…]\\s+|\\n\\s*)"
              + "(?:(?:okay|ok|hmm|alright|so|right|well|first|итак|хорошо|ладно|окей|так|хм)[,.…]?\\s+)*"
              + "(?:the user (?:wants|asks|asked|is asking|has asked|needs|provided|gave)"
              + "|(?:i|we)(?:'ll| will| need to| have to| should| must| am asked to| are asked to) "
              + TO_MAKE
              + "|my (?:task|job) is to|let me (?:think|draft|write|translate|start|break|analy[sz]e)"
              + "|let's (?:think|draft|write|translate)"
              + "|(?:меня|нас) просят|пользователь (?:хочет|просит|попросил|спрашивает)"
              + "|(?:мне|нам) (?:нужно|надо|необходимо|следует) "
              + SDELAT
              + "|(?:моя|наша) задача)"
              + "[^.!?\\n]{0,100}?(?:section|article|paragraph|translation|topic|title|prompt"
              + "|(?<!(?:few|own|other|simple|plain) )words|summary|раздел|стать[яиюе]|абзац|перевод"
              + "|тем[уаы](?!\\p{L})|заголов|слов(?!ам|о[мй])|текст)",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  @Override
  public String name() {
    return "no-reasoning";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    String text = submission.text();
    if (TAG.matcher(CODE.matcher(text).replaceAll(" ")).find()) {
      return Optional.of("the answer held tags of reasoning; give the text only");
    }
    String beginning = text.substring(0, Math.min(BEGINNING, text.length()));
    return TALK.matcher(beginning).find()
        ? Optional.of("the answer began with reasoning about the task; give the text only")
        : Optional.empty();
  }
}
