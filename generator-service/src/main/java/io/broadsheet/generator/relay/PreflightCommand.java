package io.broadsheet.generator.relay;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.database.OwnDatabase;
import io.broadsheet.generator.relay.Finding.Level;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.Config;

/** The command {@code preflight}: all that the relay would find at its start; changes nothing. */
public final class PreflightCommand {

  /** Its name on the command line. */
  public static final String NAME = "preflight";

  private static final int WELL = 0;
  private static final int NOT_WELL = 2;

  private final Supplier<Config> config;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * @param config asked for only when the arguments are good
   * @param out takes the findings, in UTF-8
   * @param err takes complaints about the arguments
   */
  public PreflightCommand(Supplier<Config> config, PrintStream out, PrintStream err) {
    this.config = config;
    this.out = new PrintStream(out, true, StandardCharsets.UTF_8);
    this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
  }

  /**
   * Runs it.
   *
   * @param arguments its name and perhaps {@code --json}
   * @return 0 if the relay can work, warnings or not; 2 if it cannot or the arguments are wrong
   */
  public int run(String... arguments) {
    boolean json = arguments.length == 2 && arguments[1].equals("--json");
    if (arguments.length > 1 && !json) {
      err.println("usage: " + NAME + " [--json]");
      return NOT_WELL;
    }
    List<Finding> findings = findings();
    boolean well = findings.stream().noneMatch(PreflightCommand::keepsItFromWorking);
    if (json) {
      out.println(json(findings, well).encodePrettily());
    } else {
      findings.forEach(f -> out.printf("%-8s %s%n", word(f), f.sentence()));
    }
    return well ? WELL : NOT_WELL;
  }

  private List<Finding> findings() {
    List<ConfigurationFault> faults = RelaySettings.faults(config.get());
    if (!faults.isEmpty()) {
      return faults.stream().map(Finding::error).toList();
    }
    RelaySettings settings = RelaySettings.read(config.get());
    List<Finding> findings = new ArrayList<>();
    if (settings.cdc()) {
      findings.addAll(new Preflight(settings, new RelayConnections(settings)).look());
    } else {
      findings.add(Finding.fine("broadsheet.relay.mode", "is poll: no slot is needed"));
      findings.addAll(lookOverThePool(settings));
    }
    findings.addAll(new Broker(settings.bootstrapServers()).look());
    return findings;
  }

  private List<Finding> lookOverThePool(RelaySettings settings) {
    try (OwnDatabase pool = OwnDatabase.open(config.get())) {
      return new PollPreflight(settings.slotName(), pool.database()).look();
    } catch (ConfigurationFault fault) {
      return List.of(Finding.error(fault));
    }
  }

  private static boolean keepsItFromWorking(Finding finding) {
    return !finding.is(Level.FINE) && !finding.is(Level.WARNING);
  }

  private static String word(Finding finding) {
    return keepsItFromWorking(finding) ? "error" : finding.level().name().toLowerCase(Locale.ROOT);
  }

  private static JsonObject json(List<Finding> findings, boolean well) {
    JsonArray items = new JsonArray();
    for (Finding finding : findings) {
      items.add(
          new JsonObject()
              .put("level", word(finding))
              .put("subject", finding.subject())
              .put("says", finding.says())
              .put("remedy", finding.remedy()));
    }
    return new JsonObject().put("ready", well).put("findings", items);
  }
}
