package io.broadsheet.generator.edition;

import io.broadsheet.common.config.Languages;
import io.broadsheet.generator.translation.Translation;
import io.broadsheet.generator.writing.EditorialPlan;
import io.broadsheet.generator.writing.Panel;
import io.quarkus.arc.DefaultBean;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.eclipse.microprofile.config.Config;

/** Makes the editions' parts from the configuration. */
@Singleton
public class EditionProducer {

  // Renews leases; of its own, so that no busy pool can delay a renewal.
  private final ScheduledExecutorService renewals =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "edition-leases");
            thread.setDaemon(true);
            return thread;
          });

  /** Where the date comes from. */
  @Produces
  @Singleton
  @DefaultBean
  InstantSource clock() {
    return InstantSource.system();
  }

  /**
   * When editions are made.
   *
   * @throws io.broadsheet.common.config.ConfigurationFault naming the key at fault
   */
  @Produces
  @Singleton
  EditionSettings settings(Config config) {
    return EditionSettings.read(config);
  }

  /**
   * Who lets editions out.
   *
   * @throws io.broadsheet.common.config.ConfigurationFault naming the key at fault
   */
  @Produces
  @Singleton
  ApprovalSettings approvalSettings(Config config) {
    return ApprovalSettings.read(config);
  }

  /** The calendar in the newsroom's zone. */
  @Produces
  @Singleton
  EditionCalendar calendar(InstantSource clock, EditionSettings settings) {
    return new EditionCalendar(clock, settings.zone());
  }

  /** This replica's attempts. */
  @Produces
  @Singleton
  EditionRun run(
      Config config,
      EditionSettings settings,
      EditionStore store,
      EditorialPlan plan,
      Panel panel,
      Instance<Translation> translation,
      ConcludeAttempt concludeAttempt) {
    return new EditionRun(
        store,
        plan,
        panel,
        translation::get,
        concludeAttempt,
        Languages.read(config),
        new EditionRun.LeaseTerms(owner(), settings.lease(), renewals));
  }

  /** The look at the calendar. */
  @Produces
  @Singleton
  EditionRound round(
      EditionCalendar calendar,
      EditorialPlan plan,
      EditionStore store,
      EditionRun run,
      ReleaseHeld releaseHeld,
      EditionSettings settings) {
    return new EditionRound(calendar, plan, store, run, releaseHeld, settings.lease());
  }

  @PreDestroy
  void stop() {
    renewals.shutdownNow();
  }

  private static String owner() {
    String process = "-" + ProcessHandle.current().pid();
    try {
      return InetAddress.getLocalHost().getHostName() + process;
    } catch (UnknownHostException e) {
      return "unknown-host" + process;
    }
  }
}
