package io.broadsheet.generator;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.ConfigurationFiles;
import io.broadsheet.common.config.DuplicateKeys;
import io.broadsheet.generator.preview.PreviewCommand;
import io.broadsheet.generator.relay.PreflightCommand;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.smallrye.config.PropertiesLocationConfigSourceFactory;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.eclipse.microprofile.config.Config;

/** Starts the service; with a command as the first argument, runs that and nothing else. */
@QuarkusMain
public final class Main {

  Main() {}

  /**
   * Without arguments the service starts and stays. {@code preflight}, {@code preview} and {@code
   * compose} read the same configuration, print to standard output and end with the exit code of
   * {@link PreflightCommand} and {@link PreviewCommand}. A configuration file that cannot be read
   * ends each of them with exit code 2.
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
    int exitCode =
        arguments[0].equals(PreflightCommand.NAME)
            ? new PreflightCommand(Main::config, System.out, System.err).run(arguments)
            : new PreviewCommand(Main::config, System.out, System.err).run(arguments);
    System.exit(exitCode);
  }

  private static Config config() {
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .addDefaultSources()
        .withSources(new PropertiesLocationConfigSourceFactory())
        .build();
  }
}
