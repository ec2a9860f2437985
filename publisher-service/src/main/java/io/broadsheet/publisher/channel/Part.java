package io.broadsheet.publisher.channel;

import java.util.List;

/**
 * One effect of a post: a message, a page. It may have plainer forms, for an API that refuses the
 * better one as such; whichever is taken, readers see the part once.
 *
 * @param forms from the best to the plainest, at least one
 */
public record Part(List<Form> forms) {

  public Part {
    forms = List.copyOf(forms);
    if (forms.isEmpty()) {
      throw new IllegalArgumentException("a part without a form cannot be sent");
    }
  }
}
