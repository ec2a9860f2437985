package io.broadsheet.generator.outbox;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Languages;
import io.broadsheet.common.database.Database;
import io.broadsheet.common.target.Targets;
import io.broadsheet.generator.DatabaseLoss;
import io.quarkus.runtime.StartupEvent;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/**
 * Publishes an edition: its posts and all their outbox rows appear together or not at all, and only
 * while the edition's fence still holds. One statement is the whole transaction.
 */
@ApplicationScoped
public class PublishTransaction {

  /** How long a lost connection is followed up before the outcome is given up as unknown. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final long PAUSE_MS = 500;

  private static final Logger LOG = Logger.getLogger(PublishTransaction.class);

  private static final String PUBLISH =
      """
      with edition as (
        update generator.edition
        set state = 'published', lease_owner = null, lease_until = null, last_error = null,
            published_at = clock_timestamp(), publish_at = null,
            updated_at = clock_timestamp()
        where edition_date = $1 and fence = $2 and state in ('writing', 'translating', 'held')
        returning edition_date
      ), post as (
        insert into generator.blog_posts (id, edition_date, language, content_type, slug, title,
            summary, body_markdown, tags, canonical_url)
        select p.id, e.edition_date, p.language, p.content_type, p.slug, p.title,
            p.summary, p.body_markdown, p.tags, p.canonical_url
        from edition e, jsonb_to_recordset($3) as p(id uuid, language text, content_type text,
            slug text, title text, summary text, body_markdown text, tags text[],
            canonical_url text)
      ), message as (
        insert into generator.outbox (id, destination, target, aggregate_id, type, payload)
        select m.id, m.destination, m.target, m.aggregate_id, 'post', m.payload
        from edition e, jsonb_to_recordset($4) as m(id uuid, destination text, target text,
            aggregate_id uuid, payload jsonb)
      ), decision as (
        insert into generator.edition_decision
          (id, edition_date, decision, version, decided_by, reason)
        select $5::uuid, edition_date, 'approved', $2, $6::text, $7::text
        from edition where $5::uuid is not null
      )
      select 1 from edition
      """;

  private static final String PUBLISHED_BY =
      """
      select 1 from generator.edition
      where edition_date = $1 and fence = $2 and state = 'published'
      """;

  private final Database database;
  private final Targets targets;
  private final SiteUrl site;
  private final Consumer<PostsPublished> published;

  /**
   * @throws ConfigurationFault if {@code broadsheet.targets.*}, {@code broadsheet.languages.*} or
   *     {@code broadsheet.site.base-url} is at fault
   */
  @Inject
  public PublishTransaction(Database database, Config config, Event<PostsPublished> published) {
    this(
        database,
        Targets.read(config, Languages.read(config).all()),
        SiteUrl.read(config),
        published::fireAsync);
  }

  PublishTransaction(
      Database database, Targets targets, SiteUrl site, Consumer<PostsPublished> published) {
    this.database = database;
    this.targets = targets;
    this.site = site;
    this.published = published;
  }

  /** A configuration fault stops the start, not the first edition. */
  void check(@Observes StartupEvent start) {
    LOG.debugf("posts go to %s", targets.all());
  }

  /**
   * Makes the edition {@code published} and inserts its posts and one outbox row per target of each
   * post's language, or changes nothing at all. When the connection is lost the outcome is read
   * back: a lost answer is neither a second edition nor a failure.
   *
   * @param date the edition
   * @param fence the fence of the caller's claim
   * @param posts every language version
   * @param approval is recorded with them
   * @return whether it is published by this fence; false if the fence was lost to another holder or
   *     the edition is in no state to be published
   * @throws PostTooLarge if a post does not fit into a message; nothing is changed then
   * @throws PgException if the database refuses a row, for instance a slug that exists; nothing is
   *     changed then
   * @throws RuntimeException if the database stays unreachable for 30 s: the outcome is unknown
   *     then, and {@code edition.state} tells it later
   */
  public boolean publish(LocalDate date, long fence, List<NewPost> posts, Approval approval) {
    Publication publication = Publication.of(date, posts, targets, site);
    boolean done = publishOnce(date, fence, publication, approval);
    if (done) {
      published.accept(new PostsPublished(date, publication.messages().size()));
    } else {
      LOG.warnf(
          "the edition of %s was not published: fence %d is no longer the edition's", date, fence);
    }
    return done;
  }

  private boolean publishOnce(
      LocalDate date, long fence, Publication publication, Approval approval) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    boolean lost = false;
    while (true) {
      try {
        // Repeating it is safe: the row lock on the edition makes it wait for a lost predecessor
        // that is still at work, and the state then admits only one of them.
        return database
                    .run(
                        PUBLISH,
                        date,
                        fence,
                        publication.posts(),
                        publication.messages(),
                        approval.id(),
                        approval.by(),
                        approval.reason())
                    .size()
                == 1
            || database.runRepeatable(PUBLISHED_BY, date, fence).size() == 1;
      } catch (RuntimeException e) {
        // The lost predecessor may hold the row lock for longer than a statement may wait.
        boolean waiting = lost && DatabaseLoss.isTimeout(e);
        boolean refused = e instanceof PgException && !Database.isConnectionLoss(e) && !waiting;
        if (refused || System.nanoTime() > deadline) {
          throw e;
        }
        LOG.warnf(
            "the connection was lost while the edition of %s was published (%s); reading back"
                + " whether it was",
            date, e.getMessage());
        lost = true;
        pause(e);
      }
    }
  }

  private static void pause(RuntimeException reason) {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw reason;
    }
  }
}
