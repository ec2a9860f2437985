package io.broadsheet.generator.edition;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.LocalDate;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.microprofile.context.ManagedExecutor;

/** Takes an operator's order to make an edition at once. */
@ApplicationScoped
public class EditionDesk {

  private final EditionCalendar calendar;
  private final EditionStore store;
  private final EditionRun run;
  private final ManagedExecutor executor;

  public EditionDesk(
      EditionCalendar calendar, EditionStore store, EditionRun run, ManagedExecutor executor) {
    this.calendar = calendar;
    this.store = store;
    this.run = run;
    this.executor = executor;
  }

  /** What became of an order. */
  public sealed interface Reply {

    /** The attempt has begun. */
    record Begun() implements Reply {}

    /** Nothing is begun any more; the edition is free. */
    record Stopping() implements Reply {}

    /** Another attempt is under way. */
    record UnderWay() implements Reply {}

    /**
     * There is nothing to attempt.
     *
     * @param state the edition's: published or held
     */
    record Finished(EditionState state) implements Reply {}

    /**
     * That date has no edition.
     *
     * @param reason it lies ahead, or before the installation
     */
    record NoEdition(String reason) implements Reply {}
  }

  /**
   * Claims an edition and has it made in the background; any date from the installation to today,
   * skipped ones too.
   *
   * @throws RuntimeException if the database does not answer
   */
  public Reply generate(LocalDate date) {
    LocalDate today = calendar.today();
    LocalDate installed = calendar.date(store.installedAt());
    if (date.isAfter(today)) {
      return new Reply.NoEdition("it lies ahead: today is " + today + " in " + calendar.zone());
    }
    if (date.isBefore(installed)) {
      return new Reply.NoEdition("the newsroom was installed on " + installed);
    }
    return run.claimAsOrdered(date).map(this::begin).orElseGet(() -> notClaimed(date));
  }

  private Reply begin(EditionLease lease) {
    try {
      executor.execute(() -> run.work(lease));
      return new Reply.Begun();
    } catch (RejectedExecutionException e) {
      run.giveBack(lease);
      return new Reply.Stopping();
    }
  }

  private Reply notClaimed(LocalDate date) {
    EditionState state = store.find(date).orElseThrow().state();
    return state.mayBeAttempted() ? new Reply.UnderWay() : new Reply.Finished(state);
  }
}
