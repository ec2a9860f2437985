package io.broadsheet.common.database;

import io.broadsheet.common.config.ConfigurationFault;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Whether the database answered last time, learnt from the service's own statements: a health probe
 * reads it and asks the database nothing.
 */
@ApplicationScoped
public class DatabaseState {

  // Undefined table, column and schema, missing right, undefined function.
  private static final Set<String> SCHEMA_MISSING =
      Set.of("42P01", "42703", "3F000", "42501", "42883");

  private final AtomicReference<String> fault = new AtomicReference<>("not connected yet");

  /** What is wrong, for a person; empty while the database answers. */
  public Optional<String> fault() {
    return Optional.ofNullable(fault.get());
  }

  void answered() {
    fault.set(null);
  }

  void failed(Throwable failure) {
    String message = failure.getMessage();
    if (failure instanceof PgException refusal && isSchemaMissing(refusal)) {
      message = "the schema is missing or older than this service; run migrate: " + message;
    }
    fault.set(message == null ? failure.getClass().getSimpleName() : message);
  }

  /**
   * Whether no statement of ours can succeed before somebody sets up the database or our access.
   */
  static boolean isStartingFault(PgException refusal) {
    return configurationFault(refusal) != null || isSchemaMissing(refusal);
  }

  private static boolean isSchemaMissing(PgException refusal) {
    return refusal.getSqlState() != null && SCHEMA_MISSING.contains(refusal.getSqlState());
  }

  /** The setting at fault when the server refuses to let us in, or null for any other refusal. */
  public static ConfigurationFault configurationFault(PgException refusal) {
    String code = refusal.getSqlState();
    if (code == null) {
      return null;
    }
    return switch (code) {
      case "28P01", "28000" ->
          new ConfigurationFault(
              "quarkus.datasource.username",
              "or quarkus.datasource.password is refused by the database ("
                  + refusal.getErrorMessage()
                  + "); give the service the role and password that migrate set");
      case "3D000" ->
          new ConfigurationFault(
              "quarkus.datasource.reactive.url",
              "names a database that does not exist (" + refusal.getErrorMessage() + ")");
      default -> null;
    };
  }
}
