package io.broadsheet.lab.scenario;

import io.broadsheet.lab.audit.Auditor;
import io.broadsheet.lab.audit.DatabaseEvidence;
import io.broadsheet.lab.audit.Evidence;
import io.broadsheet.lab.audit.Evidence.Paper;
import io.broadsheet.lab.audit.Evidence.TopicRecord;
import io.broadsheet.lab.audit.TopicReader;
import io.broadsheet.lab.audit.Verdict;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The audit of a {@link Pipeline}.
 *
 * @param targets the names of the targets of each language
 */
record PipelineAudit(Stage stage, Map<String, Set<String>> targets) {

  /** What the auditor says of posts, outbox rows and deliveries. */
  List<Verdict> verdicts() throws SQLException {
    DatabaseEvidence database;
    try (Connection connection = stage.owner()) {
      database = DatabaseEvidence.read(connection);
    }
    Set<UUID> ids =
        database.outbox().stream().map(Evidence.Message::id).collect(Collectors.toSet());
    // The broker is shared with other tests.
    List<TopicRecord> records =
        new TopicReader(stage.bootstrapServers())
            .read().stream().filter(record -> ids.contains(record.outboxId())).toList();
    Set<String> asked = Set.of("I1", "I2", "I3");
    return new Auditor()
            .audit(
                new Evidence(
                    new Paper(targets.keySet(), Map.of(), targets, Set.of()),
                    database.posts(),
                    database.outbox(),
                    database.commands(),
                    database.deadLetters(),
                    database.deliveries(),
                    database.parts(),
                    database.attempts(),
                    database.targets(),
                    List.of(),
                    List.of(),
                    Optional.of(records)))
            .stream()
            // Nobody delivers here.
            .filter(verdict -> asked.contains(verdict.invariant().split(" ")[0]))
            .toList();
  }
}
