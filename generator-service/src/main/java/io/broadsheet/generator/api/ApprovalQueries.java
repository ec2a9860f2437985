package io.broadsheet.generator.api;

import io.broadsheet.common.database.Database;
import io.broadsheet.generator.edition.ApprovalSettings;
import io.broadsheet.generator.edition.LanguageText;
import io.broadsheet.generator.edition.ManuscriptStore;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** Reads for the API what waits for approval, and what was decided. */
@ApplicationScoped
class ApprovalQueries {

  private final Database database;
  private final ManuscriptStore manuscripts;
  private final ApprovalSettings settings;

  ApprovalQueries(Database database, ManuscriptStore manuscripts, ApprovalSettings settings) {
    this.database = database;
    this.manuscripts = manuscripts;
    this.settings = settings;
  }

  /** Why and for how long an edition is held; null if it is not. */
  EditionView.Hold hold(Row edition) {
    if (!edition.getString("state").equals("held")) {
      return null;
    }
    OffsetDateTime publishAt = edition.getOffsetDateTime("publish_at");
    return new EditionView.Hold(
        edition.getLong("fence"),
        edition.getOffsetDateTime("held_at"),
        settings.releasesByItself() ? publishAt : null,
        settings.whyHeld(publishAt != null));
  }

  /** The texts of a hold's version; null if there is no hold. */
  List<EditionView.ManuscriptText> manuscripts(LocalDate date, EditionView.Hold hold) {
    return hold == null
        ? null
        : manuscripts.texts(date, hold.version()).stream().map(ApprovalQueries::view).toList();
  }

  /** What was decided about an edition, the oldest first. */
  List<EditionView.DecisionLine> decisions(LocalDate date) {
    List<EditionView.DecisionLine> decisions = new ArrayList<>();
    for (Row row :
        database.runRepeatable(
            """
            select decision, version, language, topic, decided_by, reason, decided_at
            from generator.edition_decision where edition_date = $1 order by decided_at
            """,
            date)) {
      decisions.add(
          new EditionView.DecisionLine(
              row.getString("decision"),
              row.getLong("version"),
              row.getString("language"),
              row.getString("topic"),
              row.getString("decided_by"),
              row.getString("reason"),
              row.getOffsetDateTime("decided_at")));
    }
    return decisions;
  }

  private static EditionView.ManuscriptText view(LanguageText text) {
    return new EditionView.ManuscriptText(
        text.language(),
        text.article().title(),
        text.slug(),
        text.article().summary(),
        text.article().body(),
        text.article().tags());
  }
}
