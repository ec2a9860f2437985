package io.broadsheet.generator;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Languages;
import io.broadsheet.common.config.UnknownKeys;
import io.broadsheet.common.database.Database;
import io.broadsheet.generator.edition.ApprovalSettings;
import io.broadsheet.generator.edition.EditionSettings;
import io.broadsheet.generator.outbox.PublishTransaction;
import io.broadsheet.generator.relay.Relay;
import io.broadsheet.generator.translation.Translation;
import io.broadsheet.generator.writing.ForgetDrafts;
import io.broadsheet.generator.writing.Panel;
import io.broadsheet.generator.writing.RetrySettings;
import io.broadsheet.generator.writing.spend.SpendSettings;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import org.eclipse.microprofile.config.Config;

/**
 * Makes whatever is made from the configuration, before anything runs: a fault stops the start with
 * one line that names the key, and exit code 1.
 */
@ApplicationScoped
public class StartCheck {

  private static final int FIRST = 1;

  private final Config config;
  private final Instance<Object> beans;
  private final Database database;

  public StartCheck(Config config, Instance<Object> beans, Database database) {
    this.config = config;
    this.beans = beans;
    this.database = database;
  }

  void check(@Observes @Priority(FIRST) StartupEvent event) {
    try {
      UnknownKeys.refuse(config);
      beans.select(EditionSettings.class).get();
      beans.select(RetrySettings.class).get();
      beans.select(SpendSettings.class).get();
      beans.select(ForgetDrafts.class).get();
      beans.select(ApprovalSettings.class).get();
      beans.select(Panel.class).get();
      if (!Languages.read(config).translations().isEmpty()) {
        beans.select(Translation.class).get();
      }
      // A client proxy: only a call makes the bean behind it.
      beans.select(PublishTransaction.class).get().toString();
      beans.select(Relay.class).get();
      database.checkConfiguration();
    } catch (RuntimeException e) {
      ConfigurationFault fault = faultIn(e);
      if (fault == null) {
        throw e;
      }
      // Of all exceptions Quarkus logs this one without a stack trace.
      throw new ConfigurationException("The configuration is at fault: " + fault.getMessage());
    }
  }

  private static ConfigurationFault faultIn(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConfigurationFault fault) {
        return fault;
      }
    }
    return null;
  }
}
