package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Message;
import io.broadsheet.lab.audit.Evidence.Post;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/** A post exists together with one outbox row per target of its language. */
final class PostsWithTheirMessages implements Invariant {

  @Override
  public String name() {
    return "I2 posts with all their outbox rows";
  }

  @Override
  public List<Finding> findings(Evidence evidence) {
    Map<UUID, Set<String>> targets =
        evidence.outbox().stream()
            .filter(message -> message.type().equals("post"))
            .collect(
                Collectors.groupingBy(
                    Message::postId, Collectors.mapping(Message::target, Collectors.toSet())));
    List<Finding> findings = new ArrayList<>();
    Set<UUID> posts = evidence.posts().stream().map(Post::id).collect(Collectors.toSet());
    for (Post post : evidence.posts()) {
      Set<String> missing =
          new TreeSet<>(evidence.paper().targetsOf().getOrDefault(post.language(), Set.of()));
      missing.removeAll(targets.getOrDefault(post.id(), Set.of()));
      missing.forEach(
          target -> findings.add(new Finding(post.id(), target, "the outbox has no row for it")));
    }
    targets.forEach(
        (post, of) -> {
          if (!posts.contains(post)) {
            findings.add(new Finding(post, null, "outbox rows for " + of + " and no post"));
          }
        });
    return findings;
  }
}
