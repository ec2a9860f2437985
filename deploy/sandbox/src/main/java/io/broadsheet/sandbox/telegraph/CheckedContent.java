package io.broadsheet.sandbox.telegraph;

import io.broadsheet.sandbox.wire.Params;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The sandbox's check of a page's content, for tests of what writes such content. */
public final class CheckedContent {

  private CheckedContent() {}

  /**
   * The visible text of the content, blocks joined by line breaks.
   *
   * @param json the parameter {@code content} of {@code createPage}
   * @throws IllegalArgumentException with the API's error if it would be refused
   */
  public static String text(String json) {
    String form = "content=" + URLEncoder.encode(json, StandardCharsets.UTF_8);
    try {
      return Content.text(
          Content.of(
              Params.read(
                  null,
                  "application/x-www-form-urlencoded",
                  form.getBytes(StandardCharsets.UTF_8))));
    } catch (TelegraphError e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
