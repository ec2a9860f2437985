package io.broadsheet.sandbox.llm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Phrases by section, as they stand in a resource: {@code [section]} lines, then {@code Russian ||
 * English}.
 */
record PhraseFile(Map<String, List<Phrase>> sections) {

  static PhraseFile read(String name) {
    Map<String, List<Phrase>> sections = new LinkedHashMap<>();
    List<Phrase> current = null;
    try (InputStream in = PhraseFile.class.getResourceAsStream(name + ".txt");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("[")) {
          current =
              sections.computeIfAbsent(
                  line.substring(1, line.length() - 1), section -> new ArrayList<>());
        } else if (!line.isBlank() && !line.startsWith("#")) {
          int bar = line.indexOf(" || ");
          current.add(new Phrase(line.substring(0, bar), line.substring(bar + 4)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new PhraseFile(sections);
  }

  List<Phrase> section(String name) {
    return sections.get(name);
  }
}
