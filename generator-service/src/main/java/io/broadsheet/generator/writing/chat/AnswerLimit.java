package io.broadsheet.generator.writing.chat;

import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.io.IOException;
import java.util.function.Consumer;

/** Ends a request whose answer is longer than so many bytes, before more of it is held. */
final class AnswerLimit implements Consumer<HttpClientRequest> {

  private final int most;

  AnswerLimit(int most) {
    this.most = most;
  }

  /** The answer is longer than what is taken. */
  static final class TooLong extends IOException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public void accept(HttpClientRequest request) {
    request.response().onSuccess(response -> limit(request, response));
  }

  private void limit(HttpClientRequest request, HttpClientResponse response) {
    // The REST client reads some types in its own ways, without this limit, and fails on bad ones.
    response.headers().remove("Content-Type");
    int[] taken = {0};
    response.handler(
        chunk -> {
          taken[0] += chunk.length();
          if (taken[0] > most) {
            request.reset(0, new TooLong());
          }
        });
  }
}
