package io.broadsheet.publisher.channel.telegraph;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.HttpRequest;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.HttpTransport;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.PostLink;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Rendered;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.channel.Unrenderable;
import io.broadsheet.publisher.channel.Verification;
import io.broadsheet.publisher.rendering.TelegraphPage;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A Telegraph account as a target, by {@code createPage}. The API has no idempotency key: what is
 * unknown is looked up in the account's list of pages, by the mark in the author's address.
 */
final class TelegraphChannel implements Channel {

  private final TelegraphSettings settings;
  private final HttpTransport transport;
  private final TelegraphOutcomes outcomes;
  private final PageList pages;

  TelegraphChannel(TelegraphSettings settings, HttpTransport transport) {
    this.settings = settings;
    this.transport = transport;
    this.outcomes = new TelegraphOutcomes(settings);
    this.pages = new PageList(settings, transport);
  }

  @Override
  public Rendered render(PostEvent post, Optional<URI> companion) {
    // A page is what others link to: its own link is the canonical one.
    String canonical = PostLink.of(post, Optional.empty());
    TelegraphPage page = TelegraphPage.of(post, canonical);
    if (page.title().isEmpty()) {
      throw new Unrenderable("the post has no title; a page of Telegraph needs one");
    }
    ObjectNode rendered = Json.object();
    rendered.put("title", page.title());
    rendered.put("authorName", settings.authorName());
    rendered.put("canonicalUrl", canonical);
    rendered.set("content", page.content());
    return Rendered.of(new Form(rendered.toString()));
  }

  @Override
  public Outcome send(Form form, Call call) {
    ObjectNode page = Json.read(form);
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("access_token", settings.accessToken());
    fields.put("title", page.required("title").textValue());
    if (!page.required("authorName").textValue().isEmpty()) {
      fields.put("author_name", page.required("authorName").textValue());
    }
    fields.put("author_url", AuthorUrl.of(page.required("canonicalUrl").textValue(), call.key()));
    // Escapes such as \u0444 would count six bytes each against the limit.
    fields.put("content", page.required("content").toString());
    fields.put("return_content", "false");
    URI method = URI.create(settings.baseUrl() + "/createPage");
    return outcomes.of(transport.exchange(HttpRequest.form(method, fields), call));
  }

  @Override
  public Sighting probe(Form form, Probe probe) {
    return pages.look(Json.read(form).required("title").textValue(), probe);
  }

  @Override
  public Verification verify(Call call) {
    URI method = URI.create(settings.baseUrl() + "/getAccountInfo");
    HttpResult result =
        transport.exchange(
            HttpRequest.form(method, Map.of("access_token", settings.accessToken())), call);
    String said = result.failure();
    if (result instanceof HttpResult.Answered answer) {
      ObjectNode body = Json.object(answer.body()).orElseGet(Json::object);
      String account = body.at("/result/short_name").asText("");
      if (!account.isEmpty()) {
        return new Verification.Passed(
            "access-token is that of the account \"" + account + "\": pages will be made there");
      }
      said = body.path("error").asText(said);
    }
    return Verification.refused(outcomes.of(result), said);
  }

  @Override
  public Duration keyWindow() {
    return Duration.ZERO;
  }
}
