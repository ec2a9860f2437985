package io.broadsheet.generator.writing.gate;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The answer is the text and nothing else: no "Here is the translation" before it, no "I hope this
 * helps" after it, in English and Russian. Only the first and the last paragraph are looked at.
 */
public final class NoChatter implements Gate {

  private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
  private static final int LONGEST = 400;
  private static final String WORK =
      "(?:translation|translated|article|section|text|version|draft|summary|topic|title|piece|response"
          + "|answer|paragraph|markdown)";
  private static final String RABOTA =
      "(?:перевод|стать|раздел|текст|вариант|черновик|заголов|тем[аы]|ответ|абзац|материал|часть)";
  private static final Pattern PREAMBLE =
      Pattern.compile(
          "\\A[*_#>\\s]*(?:(?:sure|certainly|of course|absolutely|great|okay|got it|no problem|happy to"
              + " help)[^.!:\\n]{0,40}[.!,:]+\\s*(?:here['’]s|here is|here are|below is|i['’]ve|i have|let me)"
              + "|(?:sure|certainly|absolutely|of course)!"
              + "|(?:here['’]s|here is|here are|below is|the following is|this is) (?:the|a|an|your|my)"
              + " [^.\\n]{0,60}?"
              + WORK
              + "[^.\\n]{0,80}:\\s*(?:\\n|\\z)"
              + "|here['’]?s? (?:is )?(?:the|your) (?:full |complete )?"
              + WORK
              + "|(?:translation|translated text|answer)\\s*:"
              + "|i(?:['’]ve| have) (?:written|translated|prepared|drafted|composed)"
              + "|(?:конечно|разумеется|безусловно|хорошо|отлично|с удовольствием|с радостью|готово|понял[аи]?)"
              + "[,!.]+ (?:с (?:удовольствием|радостью)[^.!\\n]{0,30}[.!:] )?(?:(?:вот|ниже) [^.\\n]{0,40}?"
              + RABOTA
              + "|представляю|предлагаю|перевожу|я (?:написал|подготовил|перев[её]л|составил))"
              + "|(?:конечно|разумеется|готово|с удовольствием)!"
              + "|вот (?:ваш|мой|моя|мо[её]|готов|полн|исправлен|обновл[её]н|итогов)\\p{L}* "
              + RABOTA
              + "|вот "
              + RABOTA
              + "\\p{L}*(?: (?:текста|статьи|раздела|абзаца|для|на|о|об|про|по)(?!\\p{L})[^.:\\n]{0,40})?:"
              + "|ниже (?:приведён|приведен|приведена|представлен|представлена|следует)[^.\\n]{0,30}"
              + RABOTA
              + "[^.\\n]{0,60}:"
              + "|(?:перевод|ответ|готовый текст|исправленный текст)\\s*:"
              + "|(?:я )?(?:написал|подготовил|перев[её]л|составил)а? (?:для вас|для тебя))",
          FLAGS);
  private static final Pattern SIGN_OFF =
      Pattern.compile(
          "(?:\\bi |\\A)hope (?:this|that|it)\\b[^.\\n]{0,40}(?:help|useful|enjoy|like|meets|works)"
              + "|let me know if|feel free to (?:ask|reach out|let me|contact)"
              + "|(?:would you like|do you want) me to|if you(?:['’]d| would)? (?:like|need|want)[^.\\n]{0,60}"
              + "\\bi (?:can|could|will|am happy)|\\bi can also (?:write|expand|adjust|add|provide)"
              + "|is there anything else|\\A[(\\[*_]*word count|translator['’]s note"
              + "|\\A[*_(]*note: (?:i |this |the translation)"
              + "|надеюсь,? [^.\\n]{0,60}(?:помо|полез|подойд|понрав|устро|соответств)"
              + "|дайте знать|обращайтесь[!.]?\\s*\\z|буду рада? (?:помочь|доработать|ответить)"
              + "|если (?:нужно|хотите|потребуется|необходимо|вам|у вас)[^.\\n]{0,80}(?<!\\p{L})"
              + "(?:могу|сообщите мне|напишите мне|доработаю|подготовлю)(?!\\p{L})"
              + "|хотите,? (?:чтобы )?я(?!\\p{L})"
              + "|(?:могу|готова?) (?:также )?(?:помочь|доработать|расширить|сократить|переписать|внести)"
              + "|\\A[(\\[*_]*(?:количество|число) (?:слов|знаков)|\\A[(\\[*_]*объ[её]м(?: текста)?: ?(?:около )?\\d"
              + "|примечани[ея] переводчика|\\A[*_(]*примечание: (?:я |перевод|текст)",
          FLAGS);

  @Override
  public String name() {
    return "no-chatter";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    List<String> paragraphs = List.of(submission.text().strip().split("\\n\\s*\\n"));
    String first = paragraphs.get(0);
    if (PREAMBLE.matcher(first).find()) {
      return Optional.of(
          "the answer began with an announcement (\""
              + beginning(first)
              + "\"); give the text only");
    }
    String last = paragraphs.get(paragraphs.size() - 1);
    String end = last.substring(Math.max(0, last.length() - LONGEST));
    return SIGN_OFF.matcher(end).find()
        ? Optional.of(
            "the answer ended with words to its reader in the chat (\""
                + beginning(end)
                + "\"); give the text only")
        : Optional.empty();
  }

  private static String beginning(String paragraph) {
    String line = paragraph.lines().findFirst().orElse("").strip();
    return line.length() <= 60 ? line : line.substring(0, 60) + "…";
  }
}
