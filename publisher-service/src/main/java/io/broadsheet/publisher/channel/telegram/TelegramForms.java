package io.broadsheet.publisher.channel.telegram;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Part;
import io.broadsheet.publisher.channel.Rendered;
import io.broadsheet.publisher.rendering.TelegramHtml;
import io.broadsheet.publisher.rendering.TelegramMessage;
import io.broadsheet.publisher.rendering.TelegramPlain;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a post, each in its forms: with the post's picture if the target shows one and
 * there is one, in HTML, and as plain text for the day when Telegram's parser refuses the HTML.
 */
final class TelegramForms {

  static final String WITH_PHOTO = "sendPhoto";

  private final TelegramSettings settings;

  TelegramForms(TelegramSettings settings) {
    this.settings = settings;
  }

  /**
   * Renders.
   *
   * @param link the post's one link
   */
  Rendered render(PostEvent post, String link) {
    return settings.full() ? full(post, link) : Rendered.of(teaser(post, link));
  }

  private Form[] teaser(PostEvent post, String link) {
    List<Form> forms = new ArrayList<>();
    if (settings.photo()) {
      TelegramHtml.firstImage(post)
          .map(image -> photo(image, TelegramHtml.caption(post, link), link))
          .ifPresent(forms::add);
    }
    forms.addAll(messages(TelegramHtml.teaser(post, link), link, link));
    return forms.toArray(Form[]::new);
  }

  private static Rendered full(PostEvent post, String link) {
    List<Part> parts = new ArrayList<>();
    for (TelegramMessage message : TelegramHtml.full(post, link)) {
      // One preview is enough for readers, and it is of the first message.
      String preview = parts.isEmpty() ? link : "";
      parts.add(new Part(messages(message.html(), message.link(), preview)));
    }
    return new Rendered(parts);
  }

  private static List<Form> messages(String html, String link, String preview) {
    return List.of(
        message(html, true, link, preview), message(TelegramPlain.of(html), false, link, preview));
  }

  private static Form message(String text, boolean html, String link, String preview) {
    ObjectNode form = Json.object().put("text", text).put("html", html).put("link", link);
    return new Form(form.put("preview", preview).toString());
  }

  private static Form photo(String photo, String caption, String link) {
    ObjectNode form = Json.object().put("text", caption).put("html", true).put("link", link);
    return new Form(form.put("photo", photo).toString());
  }

  /** The link by which a probe knows the message. */
  static String link(Form form) {
    return Json.read(form).required("link").textValue();
  }

  /** The Bot API's method for a form. */
  static String method(Form form) {
    return Json.read(form).has("photo") ? WITH_PHOTO : "sendMessage";
  }

  /** The method's parameters. */
  static ObjectNode parameters(Form form, String chatId) {
    ObjectNode stored = Json.read(form);
    ObjectNode parameters = Json.object().put("chat_id", chatId);
    boolean photo = stored.has("photo");
    if (photo) {
      parameters.set("photo", stored.get("photo"));
    }
    parameters.set(photo ? "caption" : "text", stored.required("text"));
    if (stored.path("html").asBoolean(true)) {
      parameters.put("parse_mode", "HTML");
    }
    if (!photo) {
      preview(parameters.putObject("link_preview_options"), stored);
    }
    return parameters;
  }

  // Without an address Telegram previews the first one it finds in the text.
  private static void preview(ObjectNode options, ObjectNode stored) {
    String url = stored.path("preview").asText(stored.required("link").textValue());
    if (url.isEmpty()) {
      options.put("is_disabled", true);
    } else {
      options.put("url", url);
    }
  }
}
