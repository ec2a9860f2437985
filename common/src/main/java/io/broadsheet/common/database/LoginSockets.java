package io.broadsheet.common.database;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.impl.NetClientImpl;
import io.vertx.core.spi.metrics.VertxMetrics;
import io.vertx.pgclient.impl.PgConnectionFactory;
import io.vertx.sqlclient.SqlConnectOptions;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.impl.SqlConnectionInternal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Vert.x's logins, each with a socket that is closed unless the login is declared done in time, and
 * soon after the pool is. Vert.x (4.5) gives nobody the socket before that, and its own closing,
 * the pool's and an idle timeout's included, only says farewell and waits for the server to close,
 * which a server that does not answer never does. So each socket carries the limit itself.
 */
final class LoginSockets extends PgConnectionFactory {

  private static final String LIMIT = "login-limit";

  private final Duration limit;
  private final ChannelGroup sockets = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Map<JsonObject, NetClient> clients = new ConcurrentHashMap<>();

  /**
   * @param servers where {@link #connect} logs in
   * @param limit how long a socket may be open for a login; once the pool is closed, half as long
   *     for the server's part of the farewell
   */
  LoginSockets(
      VertxInternal vertx,
      Supplier<? extends Future<? extends SqlConnectOptions>> servers,
      Duration limit) {
    super(vertx, servers);
    this.limit = limit;
  }

  /** Takes the limit off a connection: its login is done. */
  static void done(SqlConnection connection) {
    ChannelPipeline pipeline = socket(connection).pipeline();
    if (pipeline.get(LIMIT) != null) {
      pipeline.remove(LIMIT);
    }
  }

  /** Closes a connection's socket at once; one that is closed stays so. */
  static void breakOff(SqlConnection connection) {
    breakOff(socket(connection));
  }

  private static Channel socket(SqlConnection connection) {
    SocketConnectionBase socket =
        (SocketConnectionBase) ((SqlConnectionInternal) connection).unwrap().unwrap();
    return socket.socket().channelHandlerContext().channel();
  }

  private static void breakOff(Channel socket) {
    // From here no handler is left that could say farewell first. A closed channel has none.
    ChannelHandlerContext first = socket.pipeline().firstContext();
    if (first != null) {
      first.close();
    }
  }

  @Override
  public void close(Promise<Void> completion) {
    super.close(completion);
    vertx
        .getEventLoopGroup()
        .next()
        .schedule(
            () -> sockets.forEach(LoginSockets::breakOff),
            limit.toMillis() / 2,
            TimeUnit.MILLISECONDS);
  }

  // As the overridden one makes and keeps its own.
  @Override
  protected NetClient netClient(NetClientOptions server) {
    NetClientOptions options = new NetClientOptions(server).setReconnectAttempts(0);
    if (options.getHostnameVerificationAlgorithm() == null) {
      options.setHostnameVerificationAlgorithm("");
    }
    return clients.computeIfAbsent(options.toJson(), same -> open(options));
  }

  private NetClient open(NetClientOptions options) {
    VertxMetrics metrics = vertx.metricsSPI();
    NetClientImpl client =
        new NetClientImpl(
            vertx,
            metrics == null ? null : metrics.createNetClientMetrics(options),
            options,
            clientCloseFuture) {
          @Override
          protected void initChannel(ChannelPipeline pipeline) {
            super.initChannel(pipeline);
            pipeline.addFirst(LIMIT, new Limit(limit));
            sockets.add(pipeline.channel());
          }
        };
    clientCloseFuture.add(client);
    return client;
  }

  private static final class Limit extends ChannelInboundHandlerAdapter {

    private final Duration limit;
    private ScheduledFuture<?> end;

    private Limit(Duration limit) {
      this.limit = limit;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext socket) {
      end =
          socket
              .executor()
              .schedule(() -> breakOff(socket.channel()), limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext socket) {
      end.cancel(false);
    }
  }
}
