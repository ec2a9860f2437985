package io.broadsheet.publisher.channel.webhook;

import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.HttpResult.Answered;
import io.broadsheet.publisher.channel.Outcome;
import java.time.Duration;
import java.util.Set;

/**
 * What an answer to a delivery means. In the order of the checks:
 *
 * <ol>
 *   <li>no byte left: not sent;
 *   <li>no whole answer: unknown;
 *   <li>any status of the 2xx: posted;
 *   <li>status 429: throttled for the header's seconds, else a minute;
 *   <li>status 408, 409, 425, and 500 and above, also 503 with {@code Retry-After}: unknown, for
 *       the receiver may have begun, or have taken it before;
 *   <li>other statuses from 300: by {@link WebhookRefusal#TABLE};
 *   <li>everything else: unknown.
 * </ol>
 */
final class WebhookOutcomes {

  private static final Duration DEFAULT_WAIT = Duration.ofMinutes(1);
  private static final Set<Integer> UNCERTAIN = Set.of(408, 409, 425);

  private WebhookOutcomes() {}

  /**
   * The outcome.
   *
   * @param id the delivery's {@code webhook-id}
   */
  static Outcome of(HttpResult result, String id) {
    return result.outcome(answer -> of(answer, id));
  }

  private static Outcome of(Answered answer, String id) {
    int status = answer.status();
    String code = Integer.toString(status);
    if (status / 100 == 2) {
      return new Outcome.Posted(id, "");
    } else if (status == 429) {
      return HttpResult.throttled(answer, DEFAULT_WAIT);
    } else if (status >= 300 && status < 500 && !UNCERTAIN.contains(status)) {
      WebhookRefusal row = WebhookRefusal.of(status);
      return new Outcome.Rejected(row.cause(), code, "status " + code + ": " + row.remedy());
    }
    return new Outcome.Unknown(code, "the receiver answered with status " + code);
  }
}
