package io.broadsheet.generator.writing.gate;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.commonmark.node.FencedCodeBlock;

/**
 * The text is plain Markdown: not JSON, and not mostly inside a fence of Markdown or plain text.
 */
public final class NotWrapped implements Gate {

  private static final Set<String> WRAPPINGS =
      Set.of("", "markdown", "md", "text", "txt", "plaintext", "json", "html", "xml");
  private static final double MOST = 0.6;
  // Its end may be missing.
  private static final Pattern JSON =
      Pattern.compile("\\A(?:\\{\\s*\"[^\"\\n]{1,60}\"\\s*:|\\[\\s*[{\"])");

  @Override
  public String name() {
    return "not-wrapped";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    String text = submission.text();
    if (JSON.matcher(text).find()) {
      return Optional.of("the answer was JSON; give the plain text");
    }
    int fenced =
        MarkdownTree.nodes(MarkdownTree.parse(text), FencedCodeBlock.class).stream()
            .filter(code -> WRAPPINGS.contains(info(code)))
            .mapToInt(code -> code.getLiteral().length())
            .sum();
    return fenced > MOST * text.length()
        ? Optional.of("the text stood in a code fence; give it without one")
        : Optional.empty();
  }

  private static String info(FencedCodeBlock code) {
    return code.getInfo() == null ? "" : code.getInfo().strip().toLowerCase(Locale.ROOT);
  }
}
