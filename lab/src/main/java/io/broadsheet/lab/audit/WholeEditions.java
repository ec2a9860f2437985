package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Post;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every edition has one post in each language, or none at all. */
final class WholeEditions implements Invariant {

  @Override
  public String name() {
    return "I1 whole editions";
  }

  @Override
  public List<Finding> findings(Evidence evidence) {
    List<Finding> findings = new ArrayList<>();
    Map<String, Set<String>> languages = new HashMap<>();
    for (Post post : evidence.posts()) {
      if (!languages
          .computeIfAbsent(post.editionDate(), date -> new HashSet<>())
          .add(post.language())) {
        findings.add(
            new Finding(
                post.id(),
                null,
                "a second post in %s of the edition of %s"
                    .formatted(post.language(), post.editionDate())));
      }
    }
    languages.forEach(
        (date, found) -> {
          if (!found.containsAll(evidence.paper().languages())) {
            findings.add(
                new Finding(null, null, "the edition of %s has only %s".formatted(date, found)));
          }
        });
    return findings;
  }
}
