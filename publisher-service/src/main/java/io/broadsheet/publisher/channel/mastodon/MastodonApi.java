package io.broadsheet.publisher.channel.mastodon;

import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.HttpRequest;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.HttpTransport;
import java.net.URI;

/** The instance's REST API (https://docs.joinmastodon.org/api). */
final class MastodonApi {

  private final MastodonSettings settings;
  private final HttpTransport transport;

  MastodonApi(MastodonSettings settings, HttpTransport transport) {
    this.settings = settings;
    this.transport = transport;
  }

  /**
   * Reads something.
   *
   * @param path from {@code /api/}, with its query
   */
  HttpResult get(String path, Call call) {
    return transport.exchange(authorised(HttpRequest.get(address(path))), call);
  }

  /** Posts a status; the same key gives the same status for an hour. */
  HttpResult post(String status, String idempotencyKey, Call call) {
    HttpRequest request = HttpRequest.json(address("/api/v1/statuses"), status);
    return transport.exchange(authorised(request).with("Idempotency-Key", idempotencyKey), call);
  }

  private HttpRequest authorised(HttpRequest request) {
    return request.with("Authorization", "Bearer " + settings.accessToken());
  }

  private URI address(String path) {
    return URI.create(settings.baseUrl() + path);
  }
}
