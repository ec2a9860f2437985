package io.broadsheet.sandbox.llm;

import java.util.List;

/** A composed article. */
record Article(String title, String summary, List<String> tags, String body) {

  /** Labelled lines, an empty line, the body in Markdown. */
  String text() {
    return "Title: %s\nSummary: %s\nTags: %s\n\n%s"
        .formatted(title, summary, String.join(", ", tags), body);
  }
}
