package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.vertx.mutiny.sqlclient.Row;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the targets that wait for a verification that passes. */
final class PausedTargets {

  private static final String FIND =
      """
      select target from publisher.target_state
      where pause_cause = 'configuration' and paused_until > clock_timestamp() and target = any ($1)
      """;

  private final Database database;

  PausedTargets(Database database) {
    this.database = database;
  }

  /** Those of the configured targets that are paused for their configuration. */
  List<OpenTarget> pausedTargets(Collection<OpenTarget> targets) {
    Set<String> paused = new HashSet<>();
    for (Row row :
        database.runRepeatable(
            FIND, (Object) targets.stream().map(OpenTarget::name).toArray(String[]::new))) {
      paused.add(row.getString("target"));
    }
    return targets.stream().filter(target -> paused.contains(target.name())).toList();
  }
}
