package io.broadsheet.publisher.rendering;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generators of Markdown: its constructs in one another, whole and broken, and any Unicode. */
final class MarkdownTexts {

  private static final List<String> WORDS =
      List.of(
          "слово",
          "word",
          "Предложение.",
          "Ещё одно!",
          "a<b",
          "x & y",
          "e.g.",
          "example.com",
          "&nbsp;",
          "&amp;",
          "&#x202E;",
          "&#1;",
          "&#xD800;",
          "😀",
          "👨‍👩‍👧‍👦",
          "é\u0301\u0323",
          "שלום",
          "مرحبا",
          "\u202Eabc",
          "\u200F",
          "\u0000",
          "\u0007",
          "\uD83D",
          "漢字。",
          "\u00A0",
          "@durov",
          "[id1|x]",
          "https://e.org/a_b?c=d&e=f",
          "user@example.org",
          "***",
          "_",
          "`",
          "\\",
          "|",
          "#",
          "3.14");
  private static final List<String> BROKEN =
      List.of(
          "**",
          "*",
          "_",
          "~~",
          "`",
          "```",
          "[",
          "](",
          "![",
          "<b>",
          "</b>",
          "<a href=\"",
          "<!--",
          "|-|");
  private static final List<String> TARGETS =
      List.of(
          "https://e.org/a",
          "https://e.org/?a=1&b=\"2\"",
          "http://пример.рф/путь",
          "javascript:alert(1)",
          "mailto:a@b.org",
          "/relative",
          "https://u@evil.example",
          "",
          "https://e.org/" + "&".repeat(1_900));

  private MarkdownTexts() {}

  /** Documents; one in some is longer than a message, a few than all that may be sent. */
  static Arbitrary<String> documents() {
    return block(2).list().ofMaxSize(8).map(blocks -> String.join("\n\n", blocks));
  }

  /** Titles and summaries. */
  static Arbitrary<String> lines() {
    return inline(1).list().ofMaxSize(8).map(parts -> String.join(" ", parts));
  }

  private static Arbitrary<String> words() {
    return Arbitraries.frequencyOf(
        Tuple.of(6, Arbitraries.of(WORDS)),
        Tuple.of(1, Arbitraries.strings().ofMaxLength(8)),
        Tuple.of(1, Arbitraries.of(BROKEN)));
  }

  private static Arbitrary<String> text() {
    Arbitrary<String> text =
        words().list().ofMinSize(1).ofMaxSize(6).map(words -> String.join(" ", words));
    Arbitrary<Integer> times =
        Arbitraries.frequency(Tuple.of(60, 1), Tuple.of(2, 60), Tuple.of(1, 400));
    Arbitrary<String> between = Arbitraries.of(" ", ". ", "");
    return Combinators.combine(text, times, between)
        .as(
            (piece, count, joint) ->
                (piece + joint).repeat(Math.min(count, 20_000 / (piece.length() + 1))));
  }

  private static Arbitrary<String> inline(int depth) {
    if (depth == 0) {
      return text();
    }
    Arbitrary<String> inner = inline(depth - 1);
    return Arbitraries.oneOf(
        text(),
        inner.map(text -> "**" + text + "**"),
        inner.map(text -> "*" + text + "*"),
        inner.map(text -> "~~" + text + "~~"),
        inner.map(text -> "`" + text + "`"),
        inner.map(text -> "<span class=x>" + text + "</span>"),
        Combinators.combine(inner, Arbitraries.of(TARGETS))
            .as((text, to) -> "[" + text + "](<" + to + ">)"),
        Combinators.combine(inner, Arbitraries.of(TARGETS))
            .as((text, to) -> "![" + text + "](" + to + ")"),
        Combinators.combine(inner, inner).as((one, other) -> one + " " + other));
  }

  private static Arbitrary<String> block(int depth) {
    Arbitrary<String> paragraph = inline(2);
    Arbitrary<String> code =
        Combinators.combine(words(), text(), Arbitraries.of("java", "", "c++ x", "\"><b>", "кот"))
            .as((line, text, language) -> "```" + language + "\n  " + line + "\n" + text + "\n```");
    Arbitrary<String> table =
        Combinators.combine(
                inline(1), inline(1).list().ofSize(2), Arbitraries.integers().between(0, 6))
            .as(MarkdownTexts::table);
    Arbitrary<String> simple =
        Arbitraries.oneOf(
            paragraph,
            paragraph,
            paragraph.map(text -> "## " + text),
            code,
            table,
            text().map(text -> "    " + text),
            text().map(text -> "<div>\n" + text + "\n</div>"),
            Arbitraries.of("---", "```\nunclosed", "> ", "- ", "\\", "# Заголовок"));
    if (depth == 0) {
      return simple;
    }
    Arbitrary<List<String>> inner = block(depth - 1).list().ofMinSize(1).ofMaxSize(3);
    return Arbitraries.oneOf(
        simple,
        simple,
        inner.map(blocks -> prefixed("> ", "> ", String.join("\n\n", blocks))),
        inner.map(
            blocks ->
                blocks.stream()
                    .map(block -> prefixed("- ", "  ", block))
                    .collect(Collectors.joining("\n"))),
        inner.map(blocks -> prefixed("7. ", "   ", String.join("\n\n", blocks))));
  }

  private static String prefixed(String first, String others, String text) {
    return first + text.replace("\n", "\n" + others);
  }

  private static String table(String heading, List<String> cells, int rows) {
    String row = "\n| " + cells.get(0).replace("|", "\\|") + " | " + cells.get(1) + " |";
    return "| A | " + heading + " |\n|---|---|" + row.repeat(rows);
  }
}
