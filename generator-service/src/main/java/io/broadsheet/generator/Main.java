package io.broadsheet.generator;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.ConfigurationFiles;
import io.broadsheet.common.config.DuplicateKeys;
import io.broadsheet.generator.preview.PreviewCommand;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.smallrye.config.PropertiesLocationConfigSourceFactory;
import io.smallrye.config.SmallRyeConfigBuilder;

/** Starts the service; with a command as the first argument, runs that and nothing else. */
@QuarkusMain
public final class Main {

  Main() {}

  /**
   * Without arguments the service starts and stays. {@code preview} and {@code compose} read the
   * same configuration, print to standard output and end with {@link PreviewCommand}'s exit code. A
   * configuration file that cannot be read ends each of them with exit code 2.
   */
  public static void main(String[] arguments) {
    DuplicateKeys.hideValues();
    try {
      ConfigurationFiles.check();
    } catch (ConfigurationFault fault) {
      System.err.println("The configuration is at fault: " + fault.getMessage());
      System.exit(PreviewCommand.BAD_REQUEST);
    }
    if (arguments.length == 0) {
      Quarkus.run();
      return;
    }
    PreviewCommand command =
        new PreviewCommand(
            () ->
                new SmallRyeConfigBuilder()
                    .addDefaultInterceptors()
                    .addDefaultSources()
                    .withSources(new PropertiesLocationConfigSourceFactory())
                    .build(),
            System.out,
            System.err);
    System.exit(command.run(arguments));
  }
}
