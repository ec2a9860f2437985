package io.broadsheet.publisher.rendering;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a stretch of a Telegram message is written in. The tags are in one order, the outermost
 * first, each kind once: Telegram knows no quote in a quote, and code in nothing but a quote.
 */
record Style(List<Tag> tags) {

  static final Style NONE = new Style(List.of());

  /** Kinds of tags, from the outermost to the innermost. */
  enum Kind {
    QUOTE,
    BOLD,
    ITALIC,
    STRUCK,
    LINK,
    CODE
  }

  /** A tag as it is opened and closed. */
  record Tag(Kind kind, String open, String close) {

    static final Tag QUOTE = new Tag(Kind.QUOTE, "<blockquote>", "</blockquote>");
    static final Tag BOLD = new Tag(Kind.BOLD, "<b>", "</b>");
    static final Tag ITALIC = new Tag(Kind.ITALIC, "<i>", "</i>");
    static final Tag STRUCK = new Tag(Kind.STRUCK, "<s>", "</s>");
    static final Tag CODE = new Tag(Kind.CODE, "<code>", "</code>");

    /** What opening and closing it takes in UTF-8. */
    int bytes() {
      return (open + close).getBytes(StandardCharsets.UTF_8).length;
    }

    /** A link to a safe target. */
    static Tag link(String target) {
      String href = TelegramHtml.escapeAttribute(target);
      return new Tag(Kind.LINK, "<a href=\"" + href + "\">", "</a>");
    }

    /** A block of code; an empty language is none. */
    static Tag preformatted(String language) {
      return language.isEmpty()
          ? new Tag(Kind.CODE, "<pre>", "</pre>")
          : new Tag(
              Kind.CODE,
              "<pre><code class=\"language-" + TelegramHtml.escapeAttribute(language) + "\">",
              "</code></pre>");
    }
  }

  /** With a tag more, unless it says nothing new: within a link there is neither link nor code. */
  Style with(Tag tag) {
    boolean known = has(tag.kind()) || tag.kind() == Kind.CODE && has(Kind.LINK);
    if (known) {
      return this;
    }
    Stream<Tag> kept =
        tags.stream().filter(other -> tag.kind() != Kind.CODE || other.kind() == Kind.QUOTE);
    return new Style(
        Stream.concat(kept, Stream.of(tag)).sorted(Comparator.comparing(Tag::kind)).toList());
  }

  boolean has(Kind kind) {
    return tags.stream().anyMatch(tag -> tag.kind() == kind);
  }

  /** The link that it is part of. */
  Optional<Tag> link() {
    return tags.stream().filter(tag -> tag.kind() == Kind.LINK).findFirst();
  }
}
