package io.broadsheet.lab.measure;

import java.time.Duration;

/** Deliveries that have piled up at a paused target. */
final class Backlog {

  private static final Duration START_LIMIT = Duration.ofSeconds(30);

  // By the indexes of live deliveries and of claims: what asks must not be what is measured.
  private static final String LEFT =
      """
      select count(*) from (
        (select 1 from publisher.delivery
         where target = '$TARGET' and state in ('pending', 'retry', 'unknown')
         order by next_attempt_at limit 1)
        union all
        (select 1 from publisher.delivery
         where target = '$TARGET' and lease_until is not null order by lease_until limit 1)
      ) live
      """;

  private final Paper paper;
  private final Posts posts;

  /**
   * @param paper whose publisher runs
   */
  Backlog(Paper paper, Posts posts) {
    this.paper = paper;
    this.posts = posts;
    paper.await("1", "select count(*) from publisher.target_state", START_LIMIT);
  }

  /** Lets so many pile up at the paused target. */
  void pileUp(int deliveries) {
    paper.execute("update publisher.target_state set paused_until = 'infinity'");
    posts.deposit(deliveries);
    // The server writes out now what was deposited, not while it is drained.
    paper.execute("checkpoint");
  }

  /**
   * Ends the pause and waits until all that has piled up is posted.
   *
   * @return from the first claim to the last completion
   */
  Duration drain(Duration limit) {
    String since = paper.ask("select clock_timestamp()");
    paper.execute("update publisher.target_state set paused_until = null");
    paper.await("0", LEFT.replace("$TARGET", posts.target().target()), limit);
    String microseconds =
        paper.ask(
            """
            select (extract(epoch from max(d.posted_at) - min(a.started_at)) * 1e6)::bigint
            from publisher.attempt a join publisher.delivery d using (post_id, target, generation)
            where a.started_at > '%s'
            """
                .formatted(since));
    return Duration.ofNanos(Long.parseLong(microseconds) * 1_000);
  }
}
