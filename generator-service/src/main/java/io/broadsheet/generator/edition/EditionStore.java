package io.broadsheet.generator.edition;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Table {@code edition}. Every statement that changes an edition under work names the fence it was
 * granted: a late holder changes nothing.
 */
@ApplicationScoped
public class EditionStore {

  private final Database database;

  public EditionStore(Database database) {
    this.database = database;
  }

  /**
   * A granted claim.
   *
   * @param fence the edition's fence, this holder's alone
   * @param contentType the edition's, as first planned
   * @param topic chosen by an earlier attempt and not failed, or null
   */
  record Claim(long fence, String contentType, String topic) {}

  /**
   * How an edition stands.
   *
   * @param leaseLeft time until the lease ends; zero when nobody holds it
   */
  record Standing(EditionState state, Duration leaseLeft, String lastError) {

    boolean isUnderWork() {
      return !leaseLeft.isZero();
    }
  }

  /** When this installation began. */
  public Instant installedAt() {
    for (Row row : database.runRepeatable("select installed_at from generator.installation")) {
      return row.get(OffsetDateTime.class, "installed_at").toInstant();
    }
    throw new IllegalStateException(
        "generator.installation is empty; run migrate on an empty database or restore the row");
  }

  /**
   * Takes an edition that nobody works on, planning it if it is new. The lease's owner is this
   * call, not the replica: the statement can be repeated when its answer is lost (one that arrives
   * only after the edition was given back takes it once more, and holds it until the lease ends),
   * and another call of the same replica takes nothing from it.
   *
   * @param replica for a person who reads the table
   * @param states those in which it may be taken
   * @return empty if it is finished or somebody holds it
   */
  Optional<Claim> claim(
      LocalDate date, String contentType, String replica, Duration lease, String[] states) {
    String owner = replica + "/" + UUID.randomUUID();
    for (Row row :
        database.runRepeatable(
            """
            insert into generator.edition as e
              (edition_date, content_type, state, fence, attempts, lease_owner, lease_until)
            values ($1, $2, 'writing', 1, 1, $3, clock_timestamp() + make_interval(secs => $4))
            on conflict (edition_date) do update
            set state = 'writing',
                fence = e.fence + (e.lease_owner is distinct from excluded.lease_owner)::int,
                attempts = e.attempts + (e.lease_owner is distinct from excluded.lease_owner)::int,
                lease_owner = excluded.lease_owner, lease_until = excluded.lease_until,
                topic = case when e.topic = any (e.failed_topics) then null else e.topic end,
                last_error = null, updated_at = clock_timestamp()
            where e.lease_owner = excluded.lease_owner
              or e.state = any ($5)
                and (e.lease_until is null or e.lease_until <= clock_timestamp())
            returning fence, content_type, topic
            """,
            date,
            contentType,
            owner,
            seconds(lease),
            states)) {
      return Optional.of(
          new Claim(row.getLong("fence"), row.getString("content_type"), row.getString("topic")));
    }
    return Optional.empty();
  }

  /** Prolongs a lease; false if it is no longer this holder's. */
  boolean renew(LocalDate date, long fence, Duration lease) {
    return changed(
        """
        update generator.edition set lease_until = clock_timestamp() + make_interval(secs => $3)
        where edition_date = $1 and fence = $2 and lease_owner is not null
        """,
        date,
        fence,
        seconds(lease));
  }

  /**
   * Gives a lease back whose work is not finished; everything else stays as it is, the fence too.
   *
   * @return false if it is no longer this holder's, or the edition is finished
   */
  boolean release(LocalDate date, long fence) {
    return changed(
        """
        update generator.edition
        set lease_owner = null, lease_until = null, updated_at = clock_timestamp()
        where edition_date = $1 and fence = $2 and state in ('writing', 'translating')
        """,
        date,
        fence);
  }

  /** Notes the chosen topic; false if the fence is lost. */
  boolean recordTopic(LocalDate date, long fence, String topic) {
    return changed(
        """
        update generator.edition set topic = $3, updated_at = clock_timestamp()
        where edition_date = $1 and fence = $2 and state = 'writing'
        """,
        date,
        fence,
        topic);
  }

  /** Goes from writing to translating; false if the fence is lost. */
  boolean beginTranslating(LocalDate date, long fence) {
    return changed(
        """
        update generator.edition set state = 'translating', updated_at = clock_timestamp()
        where edition_date = $1 and fence = $2 and state in ('writing', 'translating')
        """,
        date,
        fence);
  }

  /**
   * Gives an edition up for now; the next attempt goes on with its topic.
   *
   * @return false if the fence is lost
   */
  boolean fail(LocalDate date, long fence, String reason) {
    return fail(date, fence, reason, false);
  }

  /**
   * Gives an edition up for now; the next attempt takes another topic.
   *
   * @return false if the fence is lost
   */
  boolean failWithTopic(LocalDate date, long fence, String reason) {
    return fail(date, fence, reason, true);
  }

  private boolean fail(LocalDate date, long fence, String reason, boolean withTopic) {
    return changed(
        """
        update generator.edition
        set state = 'failed', last_error = $3, lease_owner = null, lease_until = null,
            failed_topics = case when $4 and topic is not null
              then array_append(failed_topics, topic) else failed_topics end,
            updated_at = clock_timestamp()
        where edition_date = $1 and fence = $2 and state in ('writing', 'translating')
        """,
        date,
        fence,
        reason,
        withTopic);
  }

  /**
   * Marks a date as skipped unless it is finished, held, skipped already or under work.
   *
   * @return whether it changed
   */
  boolean skip(LocalDate date, String contentType, String reason) {
    return changed(
        """
        insert into generator.edition as e (edition_date, content_type, state, last_error)
        values ($1, $2, 'skipped', $3)
        on conflict (edition_date) do update
        set state = 'skipped', fence = e.fence + 1, lease_owner = null, lease_until = null,
            last_error = concat_ws('; last attempt: ', excluded.last_error, e.last_error),
            updated_at = clock_timestamp()
        where e.state = any ($4) and (e.lease_until is null or e.lease_until <= clock_timestamp())
        """,
        date,
        contentType,
        reason,
        EditionState.attemptable());
  }

  /** How an edition stands; empty if it is not planned yet. */
  Optional<Standing> find(LocalDate date) {
    for (Row row :
        database.runRepeatable(
            """
            select state, last_error,
              coalesce(greatest(0, extract(epoch from lease_until - clock_timestamp())), 0)::float8
                as lease_left
            from generator.edition where edition_date = $1
            """,
            date)) {
      return Optional.of(
          new Standing(
              EditionState.of(row.getString("state")),
              Duration.ofMillis((long) Math.ceil(row.getDouble("lease_left") * 1000)),
              row.getString("last_error")));
    }
    return Optional.empty();
  }

  /** The dates before a day that need no more attempt: finished, skipped or held. */
  Set<LocalDate> settledBefore(LocalDate day) {
    Set<LocalDate> dates = new HashSet<>();
    for (Row row :
        database.runRepeatable(
            """
            select edition_date from generator.edition
            where edition_date between $1 and $2 and not state = any ($3)
            """,
            day.minusDays(1L + EditionCalendar.LOOK_BACK_DAYS),
            day.minusDays(1),
            EditionState.attemptable())) {
      dates.add(row.getLocalDate("edition_date"));
    }
    return dates;
  }

  /** Slugs of a language that begin so. */
  List<String> slugsLike(String language, String beginning) {
    List<String> slugs = new ArrayList<>();
    for (Row row :
        database.runRepeatable(
            "select slug from generator.blog_posts where language = $1 and starts_with(slug, $2)",
            language,
            beginning)) {
      slugs.add(row.getString("slug"));
    }
    return slugs;
  }

  private boolean changed(String sql, Object... arguments) {
    return database.runRepeatable(sql, arguments).rowCount() == 1;
  }

  private static double seconds(Duration span) {
    return span.toMillis() / 1000.0;
  }
}
