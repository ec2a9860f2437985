package io.broadsheet.sandbox.telegraph;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Api;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** Telegraph: accounts and pages. Errors come with status 200, unless set otherwise. */
public final class TelegraphApi implements Api {
  // Reported: somewhat longer GETs are refused by the web server in front of the API.
  private static final int MAX_QUERY = 3_100;

  private static final String AUTH_URL = "https://edit.telegra.ph/auth/";

  private final Journal journal;
  private final TelegraphSettings settings;
  private final Supplier<String> publicUrl;
  private final Accounts accounts = new Accounts();
  private final Map<String, Page> pages = new HashMap<>();
  private final Map<String, Account> owners = new HashMap<>();

  /**
   * @param publicUrl where a reader's browser finds the sandbox; page URLs begin with it
   */
  public TelegraphApi(Journal journal, TelegraphSettings settings, Supplier<String> publicUrl) {
    this.journal = journal;
    this.settings = settings;
    this.publicUrl = publicUrl;
  }

  @Override
  public Answer handle(Call call) {
    if (call.params().queryLength() > MAX_QUERY) {
      return Answer.gateway(400);
    }
    Params params = settings.json() ? call.params() : call.params().withoutJson();
    try {
      return switch (call.method()) {
        case "createAccount" -> createAccount(params);
        case "getAccountInfo" -> accountInfo(params);
        case "createPage" -> createPage(params);
        case "editPage" -> editPage(path(call, params), params);
        case "getPage" ->
            ok(page(path(call, params)).json(publicUrl.get(), params.flag("return_content")));
        case "getPageList" -> pageList(params);
        default -> throw new TelegraphError("UNKNOWN_METHOD");
      };
    } catch (TelegraphError e) {
      return error(e.getMessage());
    }
  }

  private static String path(Call call, Params params) {
    return call.rest().isEmpty() ? params.textOrEmpty("path") : call.rest();
  }

  private Account account(Params params) throws TelegraphError {
    return accounts.of(params.textOrEmpty("access_token"));
  }

  private Answer createAccount(Params params) throws TelegraphError {
    String shortName = limited(params, "short_name", 32, "SHORT_NAME");
    if (shortName.isBlank()) {
      throw new TelegraphError("SHORT_NAME_REQUIRED");
    }
    String token = Accounts.sha256(UUID.randomUUID().toString()).substring(0, 60);
    Account account =
        new Account(
            Accounts.keyOf(token),
            shortName,
            limited(params, "author_name", 128, "AUTHOR_NAME"),
            authorUrl(params));
    accounts.add(account);
    journal.state(ApiName.TELEGRAPH, "createAccount", shortName, shortName, account.stored());
    return ok(
        account.json().put("access_token", token).put("auth_url", AUTH_URL + UUID.randomUUID()));
  }

  private Answer accountInfo(Params params) throws TelegraphError {
    Account account = account(params);
    ObjectNode all =
        account
            .json()
            .put("auth_url", AUTH_URL + UUID.randomUUID())
            .put("page_count", account.pages().size());
    try {
      JsonNode fields =
          params
              .json("fields")
              .orElse(Json.array().add("short_name").add("author_name").add("author_url"));
      ObjectNode result = Json.object();
      for (JsonNode field : fields) {
        if (!all.has(field.asText())) {
          throw new TelegraphError("FIELD_NAME_INVALID");
        }
        result.set(field.asText(), all.get(field.asText()));
      }
      return ok(result);
    } catch (IOException e) {
      throw new TelegraphError("FIELDS_FORMAT_INVALID");
    }
  }

  private Answer createPage(Params params) throws TelegraphError {
    Account account = account(params);
    String title = title(params);
    String base = PagePath.of(title, LocalDate.ofInstant(journal.now(), ZoneOffset.UTC));
    String path = base;
    for (int repeat = 2; pages.containsKey(path); repeat++) {
      path = base + "-" + repeat;
    }
    return saved("createPage", account, page(path, title, params), params);
  }

  private Answer editPage(String path, Params params) throws TelegraphError {
    Account account = account(params);
    page(path);
    if (owners.get(path) != account) {
      throw new TelegraphError("PAGE_ACCESS_DENIED");
    }
    return saved("editPage", account, page(path, title(params), params), params);
  }

  private Page page(String path) throws TelegraphError {
    Page page = pages.get(path);
    if (page == null) {
      throw new TelegraphError("PAGE_NOT_FOUND");
    }
    return page;
  }

  private static Page page(String path, String title, Params params) throws TelegraphError {
    return new Page(
        path,
        title,
        limited(params, "author_name", 128, "AUTHOR_NAME"),
        authorUrl(params),
        Content.of(params));
  }

  private Answer saved(String method, Account account, Page page, Params params) {
    ObjectNode detail = page.stored().put("account", account.key());
    Effect effect =
        journal.effect(
            ApiName.TELEGRAPH, method, account.shortName(), page.path(), page.title(), detail);
    keep(account, page);
    return ok(page.json(publicUrl.get(), params.flag("return_content")).put("can_edit", true))
        .having(effect);
  }

  private void keep(Account account, Page page) {
    Page old = pages.put(page.path(), page);
    owners.put(page.path(), account);
    if (old == null) {
      account.pages().add(page);
    } else {
      account.pages().replaceAll(kept -> kept == old ? page : kept);
    }
  }

  private Answer pageList(Params params) throws TelegraphError {
    Account account = account(params);
    long limit = params.integer("limit").orElse(50L);
    if (limit < 0 || limit > 200) {
      throw new TelegraphError("LIMIT_INVALID");
    }
    long offset = Math.max(0, params.integer("offset").orElse(0L));
    List<Page> all = account.pages();
    ObjectNode result = Json.object().put("total_count", all.size());
    ArrayNode list = result.putArray("pages");
    for (long i = all.size() - 1 - offset; i >= 0 && list.size() < limit; i--) {
      list.add(all.get((int) i).json(publicUrl.get(), false).put("can_edit", true));
    }
    return ok(result);
  }

  private static String title(Params params) throws TelegraphError {
    String title = limited(params, "title", 256, "TITLE").strip();
    if (title.isEmpty()) {
      throw new TelegraphError("TITLE_REQUIRED");
    }
    return title;
  }

  private static String authorUrl(Params params) throws TelegraphError {
    String url = limited(params, "author_url", 512, "AUTHOR_URL");
    if (!url.isEmpty() && !url.matches("(?i)(?:https?|tg|mailto):\\S+")) {
      throw new TelegraphError("AUTHOR_URL_INVALID");
    }
    return url;
  }

  private static String limited(Params params, String name, int max, String code)
      throws TelegraphError {
    String text = params.textOrEmpty(name);
    if (text.codePointCount(0, text.length()) > max) {
      throw new TelegraphError(code + "_TOO_LONG");
    }
    return text;
  }

  /** A page as a reader sees it. */
  public Answer view(String path) {
    Page page = pages.get(path);
    return page == null
        ? Answer.html(404, "no such page", "<!DOCTYPE html><title>Page not found</title>")
        : Answer.html(200, "ok", PageView.of(page));
  }

  private static Answer ok(JsonNode result) {
    return Answer.ok(Json.object().put("ok", true).set("result", result));
  }

  private Answer error(String code) {
    return Answer.error(
        settings.errorStatus(), code, Json.object().put("ok", false).put("error", code));
  }

  @Override
  public String destination(Call call) {
    return Accounts.shortName(call.params().textOrEmpty("access_token"));
  }

  @Override
  public void restore(Effect entry) {
    if (entry.method().equals("createAccount")) {
      accounts.add(Account.parse(entry.detail()));
      return;
    }
    Account account = accounts.restored(Accounts.keyIn(entry.detail()), entry.destination());
    keep(account, Page.parse(entry.detail()));
  }

  @Override
  public void reset() {
    accounts.clear();
    pages.clear();
    owners.clear();
  }

  @Override
  public Answer throttled(Throttle throttle) {
    return error("FLOOD_WAIT_" + throttle.retryAfter());
  }

  @Override
  public Answer failed(Failure failure) {
    if (failure.status() >= 400) {
      return Answer.gateway(failure.status());
    }
    return error(failure.text().isEmpty() ? "PAGE_SAVE_FAILED" : failure.text());
  }
}
