package io.broadsheet.sandbox;

import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.server.SandboxServer;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * A running sandbox: the Telegram, Telegraph, VK and LLM APIs on one port, in this JVM. See {@code
 * docs/sandbox.md}.
 */
public final class Sandbox implements AutoCloseable {
  private static final int MAX_LINE_BYTES = 256 * 1024;

  private final Vertx vertx;
  private final Journal journal;
  private final HttpServer server;
  private final String host;

  private Sandbox(Vertx vertx, Journal journal, HttpServer server, String host) {
    this.vertx = vertx;
    this.journal = journal;
    this.server = server;
    this.host = host;
  }

  /**
   * Starts a sandbox; it answers when this returns.
   *
   * @throws SandboxStartException when the port is taken or the data folder cannot be used
   */
  public static Sandbox start(SandboxOptions options) {
    Journal journal;
    try {
      journal = Journal.open(options.data(), options.clock());
    } catch (IOException e) {
      throw new SandboxStartException(
          "cannot use the data folder %s: %s".formatted(options.data(), reason(e)), e);
    }
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
    try {
      HttpServer server =
          vertx.createHttpServer(
              new HttpServerOptions()
                  .setHttp2ClearTextEnabled(false)
                  // Long GETs are answered by the APIs, as each of them does.
                  .setMaxInitialLineLength(MAX_LINE_BYTES));
      SandboxServer handler =
          new SandboxServer(
              vertx,
              journal,
              () -> options.publicUrl().orElseGet(() -> url(options.host(), server)),
              options.seed(),
              options.limits(),
              options.telegram(),
              options.telegraph(),
              options.vk(),
              options.openWeb());
      server.requestHandler(handler::handle);
      await(server.listen(options.port(), options.host()).toCompletionStage());
      return new Sandbox(vertx, journal, server, options.host());
    } catch (RuntimeException e) {
      await(vertx.close().toCompletionStage());
      close(journal);
      Throwable cause = e instanceof CompletionException ? e.getCause() : e;
      throw new SandboxStartException(
          "cannot listen on %s:%d: %s".formatted(options.host(), options.port(), reason(cause)), e);
    }
  }

  /** The port it listens on. */
  public int port() {
    return server.actualPort();
  }

  /** Where to reach it, such as {@code http://127.0.0.1:8090}. */
  public String url() {
    return url(host, server);
  }

  private static String url(String host, HttpServer server) {
    return "http://%s:%d".formatted(reachable(host), server.actualPort());
  }

  /**
   * Stops answering, drops effects that are still to come late, and forces the journal to the disk.
   */
  @Override
  public void close() {
    await(vertx.close().toCompletionStage());
    close(journal);
  }

  private static void close(Journal journal) {
    try {
      journal.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("cannot close the journal: " + e.getMessage(), e);
    }
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private static String reachable(String host) {
    return host.equals("0.0.0.0") || host.equals("::") ? "localhost" : host;
  }

  private static String reason(Throwable e) {
    if (e instanceof FileAlreadyExistsException) {
      return "it is no folder";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    return e instanceof FileSystemException file && file.getReason() != null
        ? file.getReason()
        : e.getMessage();
  }
}
