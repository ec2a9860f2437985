package io.broadsheet.sandbox.server;

import io.broadsheet.sandbox.api.Answer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.impl.ConnectionBase;

/** The ways in which a request can end. */
final class Reply {
  private Reply() {}

  /** Sends the answer; nothing happens when the client is gone. */
  static void send(HttpServerRequest request, Answer answer) {
    HttpServerResponse response = request.response();
    if (response.closed() || response.ended()) {
      return;
    }
    response.setStatusCode(answer.status()).putHeader("Content-Type", answer.contentType());
    answer.headers().forEach(response::putHeader);
    response.end(Buffer.buffer(answer.body()));
  }

  /**
   * Cuts the connection with a TCP reset: closing with a linger time of zero sends RST instead of
   * FIN.
   */
  static void reset(HttpServerRequest request) {
    Channel channel = ((ConnectionBase) request.connection()).channel();
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    channel.close();
  }
}
