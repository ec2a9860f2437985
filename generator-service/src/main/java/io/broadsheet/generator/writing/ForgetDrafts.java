package io.broadsheet.generator.writing;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Durations;
import io.broadsheet.common.database.Database;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/**
 * Forgets old texts of models: drafts as a whole, of the ledger's entries the answer; the ledger
 * itself stays. Only of editions that are finished: published or skipped.
 */
public final class ForgetDrafts {

  private static final Logger LOG = Logger.getLogger(ForgetDrafts.class);
  private static final String KEY = "broadsheet.drafts.retention";
  private static final Duration LEAST = Duration.ofDays(1);

  private final Database database;
  private final Duration retention;

  /**
   * @param retention how long texts are kept, a day or more
   */
  public ForgetDrafts(Database database, Duration retention) {
    this.database = database;
    this.retention = retention;
  }

  /**
   * Reads {@code broadsheet.drafts.retention} (90d).
   *
   * @throws ConfigurationFault if it is no time of a day or more
   */
  static ForgetDrafts read(Config config, Database database) {
    Duration retention = Durations.find(config, KEY).orElse(Duration.ofDays(90));
    if (retention.compareTo(LEAST) < 0) {
      throw new ConfigurationFault(KEY, "is " + retention + "; write a time of 1d or more");
    }
    return new ForgetDrafts(database, retention);
  }

  /**
   * Forgets what is older than the retention.
   *
   * @return how many drafts
   * @throws RuntimeException if the database does not answer
   */
  public int forget() {
    int forgotten =
        database
            .runRepeatable(
                """
                with finished as (
                  select edition_date from generator.edition where state in ('published', 'skipped')
                ), emptied as (
                  update generator.llm_call c set answer = null from finished f
                  where c.edition_date = f.edition_date and c.answer is not null
                    and c.started_at < clock_timestamp() - make_interval(secs => $1)
                )
                delete from generator.draft d using finished f
                where d.edition_date = f.edition_date
                  and d.created_at < clock_timestamp() - make_interval(secs => $1)
                """,
                (double) retention.toSeconds())
            .rowCount();
    if (forgotten > 0) {
      LOG.infof("forgot %d drafts older than %d days", forgotten, retention.toDays());
    }
    return forgotten;
  }
}
