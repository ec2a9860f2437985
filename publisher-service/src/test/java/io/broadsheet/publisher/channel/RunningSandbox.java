package io.broadsheet.publisher.channel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.broadsheet.sandbox.Sandbox;
import io.broadsheet.sandbox.SandboxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

/** The stand-in for the real APIs, with the questions that tests ask it. */
public final class RunningSandbox implements AutoCloseable {

  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient http = HttpClient.newHttpClient();
  private final Sandbox sandbox;

  public RunningSandbox(SandboxOptions options) {
    sandbox = Sandbox.start(options);
  }

  /** Where it is. */
  public String url() {
    return sandbox.url();
  }

  /** Forgets everything. */
  public void reset() {
    ask("POST", "/sandbox/reset", "");
  }

  /** Adds one fault rule. */
  public void fault(String rule) {
    ask("POST", "/sandbox/faults", rule);
  }

  /** Sets something of a Telegram chat: the bot's rights, its kind, what it was upgraded to. */
  public void chat(String setting) {
    ask("POST", "/sandbox/telegram/chats", setting);
  }

  /** What readers of the API's destinations see, oldest first. */
  public List<JsonNode> effects(String api) {
    return list("/sandbox/journal?api=" + api);
  }

  /** The requests to an API that arrived. */
  public List<JsonNode> requests(String api) {
    return list("/sandbox/requests").stream()
        .filter(request -> request.path("api").asText().equals(api))
        .toList();
  }

  /** Those of one method. */
  public List<JsonNode> requests(String api, String method) {
    return requests(api).stream()
        .filter(request -> request.path("method").asText().equals(method))
        .toList();
  }

  /** The fault rules, with how many calls each of them hit. */
  public List<JsonNode> faults() {
    return list("/sandbox/faults");
  }

  /** What an API answers to a form, as anybody may ask it. */
  public JsonNode ask(String path, String form) {
    return ask("POST", path, form, "application/x-www-form-urlencoded");
  }

  /** Sets something of a VK wall: whether it takes links, who may post. */
  public void wall(String setting) {
    ask("POST", "/sandbox/vk/walls", setting);
  }

  private List<JsonNode> list(String path) {
    List<JsonNode> list = new ArrayList<>();
    ask("GET", path, "").forEach(list::add);
    return list;
  }

  private JsonNode ask(String method, String path, String body) {
    return ask(method, path, body, "application/json");
  }

  private JsonNode ask(String method, String path, String body, String contentType) {
    try {
      HttpResponse<String> response =
          http.send(
              HttpRequest.newBuilder(URI.create(url() + path))
                  .header("Content-Type", contentType)
                  .method(method, HttpRequest.BodyPublishers.ofString(body))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IllegalStateException(path + ": " + response.body());
      }
      return json.readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    sandbox.close();
  }
}
