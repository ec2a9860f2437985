package io.broadsheet.generator.outbox;

import io.broadsheet.common.config.Languages;
import io.broadsheet.common.database.Database;
import io.broadsheet.common.target.Targets;
import java.time.LocalDate;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/** The publish transaction of one replica: what the lab needs opened. */
public final class LabNewsroom {

  private final PublishTransaction transaction;

  /**
   * @param database its pool
   */
  public LabNewsroom(Database database, Config config) {
    transaction =
        new PublishTransaction(
            database,
            Targets.read(config, Languages.read(config).all()),
            SiteUrl.read(config),
            published -> {});
  }

  /** Publishes an edition in two languages; whether it is published by this fence. */
  public boolean publish(LocalDate date, long fence) {
    return transaction.publish(
        date, fence, List.of(post(date, "ru"), post(date, "en")), Approval.NONE);
  }

  private static NewPost post(LocalDate date, String language) {
    String title = "Trial " + language + " " + date;
    return new NewPost(
        language, "digest", "trial-" + date, title, "Summary.", "Body.", List.of("lab"));
  }
}
