package io.broadsheet.generator.writing;

import io.broadsheet.common.config.ConfigurationFault;
import io.quarkus.qute.Engine;
import io.quarkus.qute.Expression;
import io.quarkus.qute.Template;
import io.quarkus.qute.TemplateException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The template of a prompt: Qute, with placeholders of a fixed list. */
final class PromptTemplate {

  private final EditorialFile file;
  private final Template template;

  private PromptTemplate(EditorialFile file, Template template) {
    this.file = file;
    this.template = template;
  }

  /**
   * Reads one.
   *
   * @param engine which knows nothing of the application
   * @param placeholders those that it may use
   * @throws ConfigurationFault naming file and line if the template is broken or uses another
   *     placeholder
   */
  static PromptTemplate parse(Engine engine, EditorialFile file, Set<String> placeholders) {
    file.allowOnly(Set.of("version"));
    try {
      Template template = engine.parse(file.body(), null, file.location());
      for (Expression expression : template.getExpressions()) {
        checkPlaceholder(file, expression, placeholders);
      }
      return new PromptTemplate(file, template);
    } catch (TemplateException e) {
      throw fault(file, e);
    }
  }

  private static void checkPlaceholder(
      EditorialFile file, Expression expression, Set<String> placeholders) {
    if (expression.isLiteral()) {
      return;
    }
    String name = expression.getParts().get(0).getName();
    if (expression.hasNamespace() || !placeholders.contains(name)) {
      throw file.fault(
          expression.getOrigin().getLine(),
          "{"
              + expression.toOriginalString()
              + "} is no placeholder here; there are "
              + new TreeSet<>(placeholders));
    }
  }

  /** The version in its front matter. */
  int version() {
    return file.version();
  }

  /** The whole file, for its hash. */
  String source() {
    return String.join("\n", file.lines());
  }

  /**
   * The text with its placeholders filled in.
   *
   * @throws ConfigurationFault naming file and line if that fails
   */
  String render(Map<String, Object> data) {
    try {
      return template.render(data).strip();
    } catch (TemplateException e) {
      throw fault(file, e);
    }
  }

  private static ConfigurationFault fault(EditorialFile file, TemplateException e) {
    int line = e.getOrigin() == null ? 1 : e.getOrigin().getLine();
    return file.fault(line, "the template is bad: " + e.getMessage());
  }
}
