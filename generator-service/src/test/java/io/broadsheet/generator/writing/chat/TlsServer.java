package io.broadsheet.generator.writing.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Answers 204 with a certificate of its own for {@code localhost}, which nobody trusts as yet. */
final class TlsServer implements AutoCloseable {

  static final String PASSWORD = "of-the-test";

  private final HttpsServer server;
  private final Path certificate;

  private TlsServer(HttpsServer server, Path certificate) {
    this.server = server;
    this.certificate = certificate;
  }

  static TlsServer start(Path folder) throws Exception {
    Path store = folder.resolve("server.p12");
    Path pem = folder.resolve("server.pem");
    keytool(
        "-genkeypair -alias server -keyalg EC -dname CN=localhost -ext san=dns:localhost -keystore "
            + store);
    keytool("-exportcert -rfc -alias server -keystore " + store + " -file " + pem);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray()), PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    return new TlsServer(server, pem);
  }

  /** Its certificate, as PEM. */
  Path certificate() {
    return certificate;
  }

  URI at(String host) {
    return URI.create("https://" + host + ":" + server.getAddress().getPort() + "/");
  }

  @Override
  public void close() {
    server.stop(0);
  }

  static void keytool(String arguments) throws Exception {
    String program = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of(program),
                        Stream.of((arguments + " -storepass " + PASSWORD).split(" ")))
                    .toList())
            .redirectErrorStream(true)
            .redirectOutput(File.createTempFile("keytool", ".log"))
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }
}
