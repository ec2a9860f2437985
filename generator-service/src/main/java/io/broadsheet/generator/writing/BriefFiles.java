package io.broadsheet.generator.writing;

import io.broadsheet.common.config.ConfigurationFault;
import io.quarkus.qute.Engine;
import io.quarkus.qute.Template;
import io.quarkus.qute.TemplateException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/**
 * The files of the content types: {@code <type>/topic.md}, {@code section.md}, {@code compose.md}
 * (Qute) and {@code sections.txt} (a section a line). A file in the user's folder takes the place
 * of the built-in one of the same name.
 */
final class BriefFiles {

  private static final String FOLDER_KEY = "broadsheet.editorial.folder";
  private static final Pattern TYPE = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
  private static final String BUILT_IN =
      "explainer, howto, history, myths, debate, longread, questions";

  // An engine of its own: a user's template sees the given data and nothing of the application.
  private final Engine engine = Engine.builder().addDefaults().build();
  private final Optional<Path> folder;
  private final String subject;

  private BriefFiles(Optional<Path> folder, String subject) {
    this.folder = folder;
    this.subject = subject;
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
    return new BriefFiles(folder, subject);
  }

  /** Loads a type's files and renders each once, so that a fault shows at start. */
  Brief brief(String key, String type) {
    if (!TYPE.matcher(type).matches()) {
      throw unknown(key, type);
    }
    List<String> sections =
        content(key, type, "sections.txt")
            .lines()
            .map(String::strip)
            .filter(l -> !l.isEmpty())
            .toList();
    if (sections.isEmpty()) {
      throw new ConfigurationFault(key, "is " + type + ", whose sections.txt names no section");
    }
    Brief brief =
        new Brief(
            type,
            subject,
            template(key, type, "topic.md"),
            template(key, type, "section.md"),
            template(key, type, "compose.md"),
            sections,
            version(key, type));
    tryOut(key, type, brief);
    return brief;
  }

  private String version(String key, String type) {
    String[] files =
        Stream.of("topic.md", "section.md", "compose.md", "sections.txt")
            .map(name -> content(key, type, name))
            .toArray(String[]::new);
    return type + "@" + Sha256.shortHex(files);
  }

  private Template template(String key, String type, String name) {
    String file = location(type, name);
    try {
      return engine.parse(content(key, type, name), null, file);
    } catch (TemplateException e) {
      throw bad(key, type, e);
    }
  }

  private void tryOut(String key, String type, Brief brief) {
    Assignment sample = new Assignment(LocalDate.EPOCH, type, "ru", () -> {});
    try {
      brief.topicPrompt(sample, List.of());
      brief.sectionPrompt(sample, "", brief.section(0));
      brief.composePrompt(sample, "", List.of());
    } catch (TemplateException e) {
      throw bad(key, type, e);
    }
  }

  private ConfigurationFault bad(String key, String type, TemplateException e) {
    String place =
        e.getOrigin() == null
            ? ""
            : " at " + e.getOrigin().getTemplateId() + " line " + e.getOrigin().getLine();
    return new ConfigurationFault(
        key, "is " + type + ", whose template is bad" + place + ": " + e.getMessage());
  }

  private String content(String key, String type, String name) {
    try {
      Optional<Path> own = own(type, name);
      if (own.isPresent()) {
        return Files.readString(own.get());
      }
      try (InputStream builtIn = BriefFiles.class.getResourceAsStream(resource(type, name))) {
        if (builtIn == null) {
          throw unknown(key, type);
        }
        return new String(builtIn.readAllBytes(), StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      throw new ConfigurationFault(
          FOLDER_KEY,
          "holds " + location(type, name) + ", which cannot be read: " + e.getMessage());
    }
  }

  private ConfigurationFault unknown(String key, String type) {
    return new ConfigurationFault(
        key,
        "is \""
            + type
            + "\", an unknown content type; built in are "
            + BUILT_IN
            + "; a type of your own needs topic.md, section.md, compose.md and sections.txt in a folder"
            + " of its name under "
            + FOLDER_KEY);
  }

  private Optional<Path> own(String type, String name) {
    return folder.map(path -> path.resolve(type).resolve(name)).filter(Files::isRegularFile);
  }

  private String location(String type, String name) {
    return own(type, name).map(Path::toString).orElse("editorial/" + type + "/" + name);
  }

  private static String resource(String type, String name) {
    return "/editorial/" + type + "/" + name;
  }
}
