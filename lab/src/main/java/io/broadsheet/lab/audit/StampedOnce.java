package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Delivery;
import io.broadsheet.lab.audit.Evidence.Post;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** {@code <channel>_posted_at} is the time of the first delivery that was posted, or null. */
final class StampedOnce implements Invariant {

  @Override
  public String name() {
    return "I6 stamped once, when posted";
  }

  @Override
  public List<Finding> findings(Evidence evidence) {
    Map<UUID, Post> posts =
        evidence.posts().stream().collect(Collectors.toMap(Post::id, Function.identity()));
    List<Finding> findings = new ArrayList<>();
    Set<String> posted = new HashSet<>();
    for (Delivery delivery : evidence.deliveries()) {
      Post post = posts.get(delivery.key().postId());
      if (post == null || !delivery.state().equals("posted")) {
        continue;
      }
      posted.add(post.id() + delivery.channel());
      Instant stamp = post.postedAt().get(delivery.channel());
      if (stamp == null) {
        findings.add(Finding.at(delivery.key(), "posted, and posted_at is null"));
      } else if (delivery.key().generation() == 1 && !stamp.equals(delivery.postedAt())) {
        findings.add(
            Finding.at(
                delivery.key(),
                "posted at %s, and posted_at is %s".formatted(delivery.postedAt(), stamp)));
      }
    }
    for (Post post : evidence.posts()) {
      for (String channel : post.postedAt().keySet()) {
        if (!posted.contains(post.id() + channel)) {
          findings.add(new Finding(post.id(), null, channel + "_posted_at is set, not posted"));
        }
      }
    }
    return findings;
  }
}
