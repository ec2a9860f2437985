package io.broadsheet.publisher.rendering;

import io.broadsheet.publisher.rendering.Style.Tag;
import java.util.ArrayList;
import java.util.List;

/**
 * Text whose stretches have a style. It may be cut anywhere: what is written of a piece has every
 * tag that it needs, opened and closed.
 */
final class StyledText {

  private record Run(int start, int end, Style style) {}

  private final StringBuilder text = new StringBuilder();
  private final List<Run> runs = new ArrayList<>();
  private Size size;

  StyledText append(String piece, Style style) {
    if (!piece.isEmpty()) {
      int start = text.length();
      text.append(piece);
      size = null;
      runs.add(new Run(start, text.length(), style));
    }
    return this;
  }

  StyledText append(StyledText other) {
    other.runs.forEach(run -> append(other.text.substring(run.start, run.end), run.style));
    return this;
  }

  /** The text that readers see. */
  String visible() {
    return text.toString();
  }

  /** In UTF-16 code units, as the offsets of the other methods. */
  int length() {
    return text.length();
  }

  boolean isBlank() {
    return isBlank(0);
  }

  /** Whether nothing is to be seen from an offset on. */
  boolean isBlank(int from) {
    for (int i = from; i < text.length(); i++) {
      if (!Character.isWhitespace(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** The same with no-break spaces as its indent: spaces at a message's beginning are trimmed. */
  StyledText firmlyIndented() {
    int indent = 0;
    while (indent < text.length() && text.charAt(indent) == ' ') {
      indent++;
    }
    if (indent == 0) {
      return this;
    }
    StyledText firm = new StyledText();
    for (Run run : runs) {
      int spaces = Math.max(0, Math.min(indent, run.end) - run.start);
      firm.append("\u00A0".repeat(spaces) + text.substring(run.start + spaces, run.end), run.style);
    }
    return firm;
  }

  StyledText slice(int from, int to) {
    StyledText slice = new StyledText();
    for (Run run : runs) {
      int start = Math.max(run.start, from);
      int end = Math.min(run.end, to);
      if (start < end) {
        slice.append(text.substring(start, end), run.style);
      }
    }
    return slice;
  }

  /** Whether a cut here would make two links of one. */
  boolean isInsideLink(int at) {
    return at > 0
        && at < text.length()
        && style(at).link().isPresent()
        && style(at).link().equals(style(at - 1).link());
  }

  private Style style(int at) {
    int low = 0;
    int high = runs.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (runs.get(middle).end <= at) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return runs.get(low).style;
  }

  Size size() {
    if (size == null) {
      size = measured();
    }
    return size;
  }

  private Size measured() {
    int bytes = 0;
    int entities = 0;
    List<Tag> open = List.of();
    for (Run run : runs) {
      List<Tag> wanted = run.style.tags();
      for (Tag tag : wanted.subList(shared(open, wanted), wanted.size())) {
        bytes += tag.bytes();
        entities++;
      }
      for (int i = run.start; i < run.end; i++) {
        bytes += bytes(text.charAt(i));
      }
      open = wanted;
    }
    return new Size(text.codePointCount(0, text.length()), bytes, entities);
  }

  // Escaped, in UTF-8; a surrogate is half of four bytes.
  private static int bytes(char c) {
    return switch (c) {
      case '&' -> "&amp;".length();
      case '<', '>' -> "&lt;".length();
      default -> c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    };
  }

  String html() {
    StringBuilder html = new StringBuilder();
    List<Tag> open = List.of();
    for (Run run : runs) {
      List<Tag> wanted = run.style.tags();
      int shared = shared(open, wanted);
      close(html, open, shared);
      wanted.subList(shared, wanted.size()).forEach(tag -> html.append(tag.open()));
      html.append(TelegramHtml.escape(text.substring(run.start, run.end)));
      open = wanted;
    }
    close(html, open, 0);
    return html.toString();
  }

  private static int shared(List<Tag> one, List<Tag> other) {
    int shared = 0;
    while (shared < Math.min(one.size(), other.size())
        && one.get(shared).equals(other.get(shared))) {
      shared++;
    }
    return shared;
  }

  private static void close(StringBuilder html, List<Tag> open, int kept) {
    for (int i = open.size() - 1; i >= kept; i--) {
      html.append(open.get(i).close());
    }
  }
}
