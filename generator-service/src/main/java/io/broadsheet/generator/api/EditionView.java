package io.broadsheet.generator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * An edition.
 *
 * @param date its date in the newsroom's zone
 * @param contentType the kind of article
 * @param state {@code planned writing translating held published skipped failed}
 * @param attempts how often it was begun
 * @param lastError why the last attempt failed, or the date was skipped; null otherwise
 * @param topic once it is chosen
 * @param failedTopics whose texts were refused: they are not taken again for that date; only for a
 *     single edition
 * @param publishedAt null before
 * @param underWork whether somebody works on it now
 * @param posts one per language, once published
 * @param steps the good answers so far, in order; only for a single edition
 * @param spend what it cost; only for a single edition, null before the first call
 * @param failedCalls the calls without a good answer, in order; only for a single edition
 * @param hold what a held edition waits for; null unless it is held
 * @param manuscripts a held edition's texts, one per language; only for a single edition
 * @param decisions what people decided about it, the oldest first; only for a single edition
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record EditionView(
    LocalDate date,
    String contentType,
    String state,
    int attempts,
    String lastError,
    String topic,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<String> failedTopics,
    OffsetDateTime publishedAt,
    boolean underWork,
    List<PostLine> posts,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<Step> steps,
    @JsonInclude(JsonInclude.Include.NON_NULL) Spend spend,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<FailedCall> failedCalls,
    Hold hold,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<ManuscriptText> manuscripts,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<DecisionLine> decisions) {

  /**
   * What the calls for an edition cost, over all attempts.
   *
   * @param cost in {@code currency}; a call whose cost is not known counts at its worst
   * @param calls to models; a reused answer is none
   * @param callsAtWorst calls whose cost is not known
   */
  public record Spend(
      BigDecimal cost,
      String currency,
      long calls,
      long callsAtWorst,
      long promptTokens,
      long completionTokens) {}

  /**
   * A call without a good answer.
   *
   * @param outcome what went wrong, for instance {@code quota}; {@code open} while it is under way,
   *     or when its process died
   * @param reason for a person; null while open
   */
  public record FailedCall(
      String step,
      String writer,
      String language,
      String outcome,
      String reason,
      OffsetDateTime at) {}

  /**
   * What a held edition waits for.
   *
   * @param version of its texts; grows with every edit
   * @param since when it was held
   * @param publishesAt when it is published by itself; null: not before a person acts
   * @param reason why it is held
   */
  public record Hold(
      long version, OffsetDateTime since, OffsetDateTime publishesAt, String reason) {}

  /**
   * A text that waits, just as it will be published.
   *
   * @param slug as it follows from the title; a post that has it already makes it longer
   */
  public record ManuscriptText(
      String language,
      String title,
      String slug,
      String summary,
      String bodyMarkdown,
      List<String> tags) {}

  /**
   * What was decided.
   *
   * @param decision {@code approved edited rejected}
   * @param version of the texts that it was about
   * @param language of an edited text, or null
   * @param topic that was rejected, or null
   * @param by who decided; {@code broadsheet} where its time had come
   * @param reason or null
   */
  public record DecisionLine(
      String decision,
      long version,
      String language,
      String topic,
      String by,
      String reason,
      OffsetDateTime at) {}

  /**
   * A post in short.
   *
   * @param targets names of the targets it goes to: those configured when it was published
   * @param postedAt channel to when it was posted there; a channel is missing until then
   * @param needsPerson target to what a person should do there; empty if nobody has to
   */
  public record PostLine(
      UUID id,
      String language,
      String title,
      String slug,
      String canonicalUrl,
      List<String> targets,
      Map<String, OffsetDateTime> postedAt,
      Map<String, String> needsPerson) {}

  /**
   * A good answer.
   *
   * @param step {@code topic section compose translate}
   * @param writer who gave it
   * @param language of the answer
   * @param at when it came
   * @param latencyMs from question to answer
   */
  public record Step(
      String step, String writer, String language, OffsetDateTime at, long latencyMs) {}
}
