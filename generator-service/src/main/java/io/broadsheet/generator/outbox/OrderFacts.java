package io.broadsheet.generator.outbox;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.delivery.DeliveryState;
import io.broadsheet.common.delivery.Standing;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.target.Target;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads what an order is decided on. */
@ApplicationScoped
class OrderFacts {

  private static final String GENERATIONS =
      """
      select g.generation, d.state, coalesce(d.lease_until > clock_timestamp(), false) as claimed,
        d.uncertain_since is not null or exists (
          select from publisher.attempt late
          where late.post_id = d.post_id and late.target = d.target and late.generation = d.generation
            and late.part = d.part and late.outcome in ('posted', 'found')) as uncertain,
        coalesce(d.part > 1, false) as begun,
        exists (select from publisher.dead_letter l where l.outbox_id = g.event_id) as dead
      from (
        select generation, id as event_id from generator.outbox
        where aggregate_id = $1 and target = $2 and type = 'post'
        union
        -- A delivery outlives its outbox row.
        select generation, event_id from publisher.delivery where post_id = $1 and target = $2
      ) g
      left join publisher.delivery d on d.event_id = g.event_id
      order by g.generation
      """;

  private static final String UNSETTLED =
      """
      select o.payload::text as payload from generator.outbox o
      where o.type = 'command' and o.target = any ($1)
        and (o.aggregate_id = $2
          or o.payload -> 'command' @> '{"kind": "replay", "dryRun": false}')
        and not exists (select from publisher.command c where c.id = o.id and c.result is not null)
        and not exists (select from publisher.dead_letter l where l.outbox_id = o.id)
      order by o.seq desc limit 1
      """;

  private static final String BY_ID =
      """
      select payload::text as payload from generator.outbox where id = $1
      union all
      select event::text from publisher.command where id = $1
      limit 1
      """;

  private final Database database;

  OrderFacts(Database database) {
    this.database = database;
  }

  /**
   * How many orders have passed each of some gates, and the database's time. Read first: an order
   * is given only if none has passed one of them since.
   *
   * @param gates names of targets or channels
   * @param orders of each, in the same order
   */
  record Turn(List<String> gates, List<Long> orders, OffsetDateTime now) {}

  /**
   * One generation of a post at a target.
   *
   * @param standing null if the publisher has no delivery of it
   * @param dead whether the publisher could not read its event
   */
  record Generation(int number, Standing standing, boolean dead) {

    /** Why the publisher has no delivery of it, for a person, with what to do. */
    String whyNotThere() {
      return dead
          ? "the publisher could not read the event of generation "
              + number
              + "; republish sends the post anew"
          : "the publisher has not taken generation " + number + " in yet; try again in a moment";
    }
  }

  Turn turn(List<String> gates) {
    Row row =
        database
            .runRepeatable(
                """
                select clock_timestamp() as now, array_agg(coalesce(g.orders, 0) order by w.place) as orders
                from unnest($1::text[]) with ordinality as w (gate, place)
                left join generator.target_orders g on g.target = w.gate
                """,
                (Object) gates.toArray(String[]::new))
            .iterator()
            .next();
    return new Turn(gates, List.of(row.getArrayOfLongs("orders")), row.getOffsetDateTime("now"));
  }

  /** The generations of a post at a target, the first one first. */
  List<Generation> generations(UUID postId, String target) {
    List<Generation> generations = new ArrayList<>();
    for (Row row : database.runRepeatable(GENERATIONS, postId, target)) {
      String state = row.getString("state");
      generations.add(
          new Generation(
              row.getInteger("generation"),
              state == null
                  ? null
                  : Standing.of(
                      DeliveryState.of(state),
                      row.getBoolean("claimed"),
                      row.getBoolean("uncertain"),
                      row.getBoolean("begun")),
              row.getBoolean("dead")));
    }
    return generations;
  }

  /**
   * The last command without a result that may still change or make a delivery of this post.
   *
   * @param keys its target and that one's channel
   */
  Optional<CommandEvent> unsettled(UUID postId, String... keys) {
    for (Row row : database.runRepeatable(UNSETTLED, keys, postId)) {
      return Optional.of(event(row));
    }
    return Optional.empty();
  }

  /** The command of an id, whatever has become of it. */
  Optional<CommandEvent> find(UUID id) {
    for (Row row : database.runRepeatable(BY_ID, id)) {
      return Optional.of(event(row));
    }
    return Optional.empty();
  }

  boolean postExists(UUID postId) {
    return database
            .runRepeatable("select from generator.blog_posts where id = $1", postId)
            .rowCount()
        > 0;
  }

  /** Whether a publisher has had a target of this name in its configuration. */
  boolean isKnownToPublisher(String target) {
    return database
            .runRepeatable("select from publisher.target_state where target = $1", target)
            .rowCount()
        > 0;
  }

  /**
   * Whether a replay goes on that may make deliveries of this target due: such as are settled, and
   * such as are missing because their event could not be read.
   */
  boolean replayGoesOn(String channel, String target) {
    return database
            .runRepeatable(
                """
                select from publisher.replay
                where state in ('waiting', 'running') and channel = $1
                  and (target is null or target = $2)
                  and not dry_run
                """,
                channel,
                target)
            .rowCount()
        > 0;
  }

  /** The event that sends a post to a target; empty if there is no such post. */
  Optional<PostEvent> postEvent(UUID postId, Target target, int generation) {
    for (Row row :
        database.runRepeatable(
            """
            select edition_date, language, content_type, slug, title, summary, body_markdown, tags,
              canonical_url
            from generator.blog_posts where id = $1
            """,
            postId)) {
      return Optional.of(
          new PostEvent(
              PostEvent.VERSION,
              postId,
              target.name(),
              target.channel().wireName(),
              row.getString("language"),
              generation,
              row.getLocalDate("edition_date"),
              row.getString("content_type"),
              row.getString("slug"),
              row.getString("title"),
              row.getString("summary"),
              row.getString("body_markdown"),
              List.of(row.getArrayOfStrings("tags")),
              row.getString("canonical_url")));
    }
    return Optional.empty();
  }

  private static CommandEvent event(Row row) {
    return EventFormat.readCommand(row.getString("payload").getBytes(StandardCharsets.UTF_8));
  }
}
