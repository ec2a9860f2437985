package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Key;
import java.util.UUID;

/**
 * Something that contradicts an invariant.
 *
 * @param postId the post concerned, or null
 * @param target the target concerned, or null
 * @param what what was found
 */
public record Finding(UUID postId, String target, String what) {

  static Finding at(Key key, String what) {
    return new Finding(key.postId(), key.target(), what);
  }

  @Override
  public String toString() {
    return (postId == null ? "" : "post " + postId + ", ")
        + (target == null ? "" : target + ": ")
        + what;
  }
}
