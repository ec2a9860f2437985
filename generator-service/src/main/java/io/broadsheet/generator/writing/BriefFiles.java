package io.broadsheet.generator.writing;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Languages;
import io.quarkus.qute.Engine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/**
 * The files of the content types: {@code <type>/brief.md}, and the prompts {@code topic.md}, {@code
 * section.md}, {@code compose.md} and {@code plain.md} in {@code prompts}, or in a type's folder
 * for that type alone. A file in the user's folder takes the place of the built-in one of the same
 * name.
 */
final class BriefFiles {

  private static final String FOLDER_KEY = "broadsheet.editorial.folder";
  private static final String PROMPTS = "prompts";
  private static final String BRIEF = "brief.md";
  private static final List<String> PROMPT_FILES =
      List.of("topic.md", "section.md", "compose.md", "plain.md");
  private static final Pattern TYPE = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
  private static final String BUILT_IN =
      "explainer, howto, history, myths, debate, longread, questions";
  private static final String BUILT_IN_FOLDER = "built-in editorial/";
  private static final String BUILT_IN_LANGUAGE = "ru";
  private static final Set<String> ANY =
      Set.of("name", "purpose", "tone", "subject", "date", "language");

  // An engine of its own: a user's template sees the given data and nothing of the application.
  private final Engine engine = Engine.builder().addDefaults().build();
  private final Optional<Path> folder;
  private final String subject;
  private final String language;

  private BriefFiles(Optional<Path> folder, String subject, String language) {
    this.folder = folder;
    this.subject = subject;
    this.language = language;
  }

  static BriefFiles read(Config config) {
    Optional<Path> folder = config.getOptionalValue(FOLDER_KEY, String.class).map(Path::of);
    if (folder.isPresent() && !Files.isDirectory(folder.get())) {
      throw new ConfigurationFault(FOLDER_KEY, "names no folder: " + folder.get());
    }
    String subject =
        config
            .getOptionalValue("broadsheet.editorial.subject", String.class)
            .orElse("наука, техника и устройство повседневной жизни");
    return new BriefFiles(folder, subject, Languages.read(config).source());
  }

  /**
   * Checks that every file in the user's folder is one that may be read.
   *
   * @param types the content types that are built in or in use
   * @throws ConfigurationFault naming the first one that is not, and the nearest name
   */
  void rejectStrays(Set<String> types) {
    Set<String> known = new TreeSet<>();
    PROMPT_FILES.forEach(name -> known.add(PROMPTS + "/" + name));
    for (String type : types) {
      known.add(type + "/" + BRIEF);
      PROMPT_FILES.forEach(name -> known.add(type + "/" + name));
    }
    folder.ifPresent(path -> StrayFiles.reject(FOLDER_KEY, path, known));
  }

  /**
   * Loads a type's files and renders each once, so that a fault shows at start.
   *
   * @param key which asks for the type
   * @throws ConfigurationFault naming the key, the file and the line
   */
  Brief brief(String key, String type) {
    if (!TYPE.matcher(type).matches() || type.equals(PROMPTS)) {
      throw unknown(key, type);
    }
    EditorialFile described = file(key, type + "/" + BRIEF).orElseThrow(() -> unknown(key, type));
    EditorialFile plain = promptFile(key, type, "plain.md");
    rejectForeignWords(described);
    rejectForeignWords(plain);
    Brief brief =
        new Brief(
            ContentType.read(type, described),
            subject,
            new Brief.Prompts(
                prompt(key, type, "topic.md", "good", "hint"),
                prompt(key, type, "section.md", "topic", "section", "writing", "words"),
                prompt(key, type, "compose.md", "topic", "composing", "agreement", "conclusion"),
                PromptTemplate.parse(engine, plain, Set.of("topic", "name"))));
    tryOut(type, brief);
    if (!leavesRoom(brief.plainLead("T"))) {
      throw plain.fault(
          plain.bodyStart() + 1,
          "the sections that follow it would not be parts of their own; close every code fence and"
              + " write no mark such as [[name]]");
    }
    return brief;
  }

  private PromptTemplate prompt(String key, String type, String name, String... own) {
    Set<String> placeholders = new HashSet<>(ANY);
    placeholders.addAll(List.of(own));
    return PromptTemplate.parse(engine, promptFile(key, type, name), placeholders);
  }

  private EditorialFile promptFile(String key, String type, String name) {
    return Stream.of(type, PROMPTS)
        .map(place -> file(key, place + "/" + name))
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow(() -> unknown(key, type));
  }

  // Headings, tags and the lead of an article without a composer come from these two word for word.
  private void rejectForeignWords(EditorialFile file) {
    if (!language.equals(BUILT_IN_LANGUAGE) && file.location().startsWith(BUILT_IN_FOLDER)) {
      throw new ConfigurationFault(
          "broadsheet.languages.source",
          "is "
              + language
              + ", but "
              + file.location()
              + " is the built-in file, whose words readers would see in Russian; put your own of"
              + " that name into the folder of "
              + FOLDER_KEY);
    }
  }

  private static boolean leavesRoom(String lead) {
    Section sample = new Section("S", "sample", "");
    List<Byline> bylines = Frame.plain(lead, List.of(sample)).bylines();
    return bylines.size() == 1 && bylines.get(0).author().equals(sample.writer());
  }

  private static void tryOut(String type, Brief brief) {
    Assignment sample = new Assignment(LocalDate.EPOCH, type, "ru", () -> {});
    brief.topicPrompt(sample, List.of());
    brief.sectionPrompt(sample, "", brief.section(0));
    brief.composePrompt(sample, "", List.of());
    brief.plainLead("");
  }

  /** The user's file of that name, else the built-in one, if there is one. */
  private Optional<EditorialFile> file(String key, String name) {
    Optional<Path> own = folder.map(path -> path.resolve(name)).filter(BriefFiles::stands);
    String location = own.map(Path::toString).orElse(BUILT_IN_FOLDER + name);
    try {
      if (own.isPresent()) {
        return Optional.of(EditorialFile.parse(key, location, Files.readString(own.get())));
      }
      try (InputStream builtIn = BriefFiles.class.getResourceAsStream("/editorial/" + name)) {
        return builtIn == null
            ? Optional.empty()
            : Optional.of(
                EditorialFile.parse(
                    key, location, new String(builtIn.readAllBytes(), StandardCharsets.UTF_8)));
      }
    } catch (IOException e) {
      throw new ConfigurationFault(
          FOLDER_KEY, "holds " + location + ", which cannot be read: " + e.getMessage());
    }
  }

  // A container makes a folder of what it is to mount and does not find; a link may lead nowhere.
  private static boolean stands(Path path) {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(path)) {
      throw new ConfigurationFault(FOLDER_KEY, "holds " + path + ", which is no file");
    }
    return Files.exists(path);
  }

  private static ConfigurationFault unknown(String key, String type) {
    return new ConfigurationFault(
        key,
        "is \""
            + type
            + "\", an unknown content type; built in are "
            + BUILT_IN
            + "; a type of your own needs a brief.md in a folder of its name under "
            + FOLDER_KEY);
  }
}
