package io.broadsheet.generator.writing.gate;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The model did what it was asked. Refusals are known by how they begin and by what models say of
 * themselves, in English and Russian; a quoted one is no refusal.
 */
public final class NoRefusal implements Gate {

  private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
  private static final Pattern BEGINNING =
      Pattern.compile(
          "\\A\\s*(?:i['’]?(?:m| am) (?:really |very |so )?sorry,? (?:but )?(?:i|this|that|as)\\b"
              + "|i['’]?(?:m| am) afraid (?:that )?i (?:can|am|do)"
              + "|i['’]?(?:m| am) (?:unable|not able) to|i apologi[sz]e"
              + "|(?:sorry|unfortunately|apologies)[,.]? (?:but )?i (?:can|am|do|won)"
              + "|i (?:can['’]?t|cannot|can not|won['’]?t|will not|am unable to|must decline to) (?:help|assist"
              + "|write|provide|comply|fulfil|create|continue|translate|discuss|answer|browse|access|generate"
              + "|do that|with)"
              + "|(?:извините|простите|к сожалению|прошу прощения|увы|сожалею)[,.!]? (?:но )?(?:я )?"
              + "(?:не (?:могу|смогу|буду|имею|в состоянии|в силах)|вынужден|отказыва)"
              + "|(?:я )?не (?:могу|смогу|буду) (?:помочь|написать|выполн|перев|обсуждать|ответить|предостав"
              + "|созда|поддержать)"
              + "|не люблю менять тему разговора"
              + "|в интернете есть много сайтов с информацией)",
          FLAGS);
  private static final Pattern OF_ITSELF =
      Pattern.compile(
          "as an? (?:ai|artificial intelligence)(?: language)?(?: model| assistant)?, i\\b"
              + "|as an? (?:ai|large)? ?language model,? (?:i|my)\\b|i(?:['’]m| am) (?:just |only )?an? (?:ai|large)?"
              + " ?language model"
              + "|как (?:и любая |большая )?(?:языковая модель|нейросеть|нейросетевая модель|ии-модель"
              + "|искусственный интеллект),? (?:я|[\\p{L}]+ не облада)"
              + "|(?:я|являюсь)(?: —| -|,)?(?: всего лишь| просто)? (?:языковая модель|языковой моделью"
              + "|искусственный интеллект|искусственным интеллектом)",
          FLAGS);

  @Override
  public String name() {
    return "no-refusal";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    Matcher beginning = BEGINNING.matcher(submission.text());
    if (beginning.find()) {
      return Optional.of(told(beginning.group()));
    }
    Matcher ofItself = OF_ITSELF.matcher(Prose.unquoted(submission.text()));
    return ofItself.find() ? Optional.of(told(ofItself.group())) : Optional.empty();
  }

  private static String told(String words) {
    return "the answer was a refusal (\"" + words.strip() + "\"); do what is asked";
  }
}
