package io.broadsheet.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.sandbox.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A real HTTP client that speaks to a sandbox as the services do. */
final class SandboxClient {
  static final String BOT_TOKEN = "123456:AAFakeTokenOfTheRightShape_0123456789";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String url;
  private Duration patience = Duration.ofSeconds(10);

  SandboxClient(Sandbox sandbox) {
    this.url = sandbox.url();
  }

  /** How long an answer is waited for; ten seconds at first. */
  void patience(Duration value) {
    patience = value;
  }

  HttpResponse<String> get(String path) throws IOException {
    return send(HttpRequest.newBuilder(URI.create(url + path)).GET());
  }

  HttpResponse<String> delete(String path) throws IOException {
    return send(HttpRequest.newBuilder(URI.create(url + path)).DELETE());
  }

  HttpResponse<String> json(String path, String body) throws IOException {
    return send(
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer key")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  /** Posts JSON with headers, names and values in turn. */
  HttpResponse<String> jsonWith(String path, String body, String... headers) throws IOException {
    return send(
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", "application/json")
            .headers(headers)
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  /** Posts a form of names and values in turn. */
  HttpResponse<String> form(String path, String... fields) throws IOException {
    StringBuilder form = new StringBuilder();
    for (int i = 0; i < fields.length; i += 2) {
      form.append(i == 0 ? "" : "&")
          .append(fields[i])
          .append('=')
          .append(URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
    }
    return send(
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form.toString())));
  }

  /** Sends a Telegram message to {@code @paper}. */
  HttpResponse<String> message(String text) throws IOException {
    return form(
        "/telegram/bot" + BOT_TOKEN + "/sendMessage",
        "chat_id",
        "@paper",
        "text",
        text,
        "parse_mode",
        "HTML");
  }

  /** Asks an LLM and returns the whole completion. */
  JsonNode completion(String provider, String system, String user) throws IOException {
    var request = Json.object().put("model", "m");
    var messages = request.putArray("messages");
    messages.addObject().put("role", "system").put("content", system);
    messages.addObject().put("role", "user").put("content", user);
    return tree(json("/llm/" + provider + "/v1/chat/completions", request.toString()));
  }

  /** Asks an LLM and returns its text. */
  String ask(String provider, String system, String user) throws IOException {
    return completion(provider, system, user).at("/choices/0/message/content").asText();
  }

  JsonNode journal() throws IOException {
    return tree(get("/sandbox/journal"));
  }

  JsonNode requests() throws IOException {
    return tree(get("/sandbox/requests"));
  }

  void fault(String rule) throws IOException {
    HttpResponse<String> answer = json("/sandbox/faults", rule);
    if (answer.statusCode() != 200) {
      throw new IllegalArgumentException(answer.body());
    }
  }

  static JsonNode tree(HttpResponse<String> response) throws IOException {
    return Json.MAPPER.readTree(response.body());
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    try {
      return http.send(
          request.timeout(patience).build(),
          HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
