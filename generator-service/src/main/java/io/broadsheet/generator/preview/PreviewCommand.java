package io.broadsheet.generator.preview;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Languages;
import io.broadsheet.common.config.UnknownKeys;
import io.broadsheet.common.database.OwnDatabase;
import io.broadsheet.generator.writing.ArticleFormat;
import io.broadsheet.generator.writing.Credits;
import io.broadsheet.generator.writing.EditorialPlan;
import io.broadsheet.generator.writing.Manuscript;
import io.broadsheet.generator.writing.PanelSettings;
import io.broadsheet.generator.writing.Prompt;
import io.broadsheet.generator.writing.RecentTitles;
import io.broadsheet.generator.writing.Turn;
import io.broadsheet.generator.writing.WriterSettings;
import io.broadsheet.generator.writing.WritingFailed;
import io.broadsheet.generator.writing.gate.GateSettings;
import io.broadsheet.generator.writing.gate.WritingGates;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.Config;

/**
 * The commands {@code preview} and {@code compose}: the exact prompt of a step, and the article as
 * it would be made of kept drafts. They call no model and write nothing.
 */
public final class PreviewCommand {

  /** All is shown. */
  public static final int SHOWN = 0;

  /** The database does not answer, or does not hold what is needed. */
  public static final int NOT_THERE = 1;

  /** The command line or the configuration is wrong. */
  public static final int BAD_REQUEST = 2;

  private final Supplier<Config> config;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * @param config asked for only when the arguments are good
   * @param out takes what was asked for, in UTF-8
   * @param err takes notes and errors, in UTF-8
   */
  public PreviewCommand(Supplier<Config> config, PrintStream out, PrintStream err) {
    this.config = config;
    this.out = new PrintStream(out, true, StandardCharsets.UTF_8);
    this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
  }

  /** Runs a command and returns its exit code. */
  public int run(String... arguments) {
    try {
      show(PreviewArguments.read(arguments));
      return SHOWN;
    } catch (BadArguments e) {
      err.println(e.getMessage() + "\n" + PreviewArguments.USAGE);
      return BAD_REQUEST;
    } catch (ConfigurationFault e) {
      err.println("The configuration is at fault: " + e.getMessage());
      return BAD_REQUEST;
    } catch (NothingToShow | WritingFailed e) {
      err.println(e.getMessage());
      return NOT_THERE;
    } catch (RuntimeException e) {
      err.println("The database does not answer as it should: " + deepest(e).getMessage());
      return NOT_THERE;
    }
  }

  private static Throwable deepest(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private void show(PreviewArguments arguments) {
    Config settings = config.get();
    UnknownKeys.refuse(settings);
    PanelSettings panel = PanelSettings.read(settings);
    WriterSettings writer = writer(arguments, panel);
    WritingGates gates = new WritingGates(GateSettings.read(settings));
    EditorialPlan plan = EditorialPlan.read(settings);
    String language = Languages.read(settings).source();
    try (OwnDatabase own = OwnDatabase.open(settings)) {
      EditionPreview.Sources sources =
          new EditionPreview.Sources(
              plan,
              panel,
              gates,
              new RecentTitles(own.database()),
              new StoredDrafts(own.database()),
              language);
      EditionPreview preview =
          new EditionPreview(sources, arguments.date(), arguments.topic(), err::println);
      if (arguments.composes()) {
        Manuscript manuscript = preview.article();
        out.println(
            ArticleFormat.write(
                Credits.added(manuscript.article(), language, manuscript.bylines())));
      } else {
        print(writer, preview.prompt(arguments.step(), writer.name()));
      }
    }
  }

  private static WriterSettings writer(PreviewArguments arguments, PanelSettings panel) {
    String name = arguments.writer().orElse(Turn.of(arguments.date(), panel.names()).get(0));
    return panel.writers().stream()
        .filter(writer -> writer.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadArguments(
                    "--writer is \"" + name + "\", no writer of the panel " + panel.names()));
  }

  private void print(WriterSettings writer, Prompt prompt) {
    err.println("writer " + writer.name() + ", model " + writer.model());
    err.println("version " + prompt.version() + ", hash " + prompt.hash(writer.model()));
    out.println("=== system");
    out.println(prompt.system());
    out.println("=== user");
    out.println(prompt.user());
  }
}
