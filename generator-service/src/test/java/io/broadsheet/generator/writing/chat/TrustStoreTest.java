package io.broadsheet.generator.writing.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.broadsheet.common.config.ConfigurationFault;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustStoreTest {

  private static final String KEY = "broadsheet.writers.giga.trust-store";
  private static final String PASSWORD = "of-the-test";

  @TempDir Path folder;

  @Test
  void trustsTheFilesAuthoritiesBesidesThePlatforms() throws Exception {
    Path store = folder.resolve("server.p12");
    Path pem = folder.resolve("server.pem");
    keytool(
        "-genkeypair -alias server -keyalg EC -dname CN=localhost -ext san=dns:localhost -keystore "
            + store);
    keytool("-exportcert -rfc -alias server -keystore " + store + " -file " + pem);
    HttpsServer server = server(store);
    server.start();
    try {
      URI uri = URI.create("https://localhost:" + server.getAddress().getPort() + "/");
      assertThatThrownBy(() -> status(uri, SSLContext.getDefault()))
          .isInstanceOf(SSLHandshakeException.class);
      assertThat(status(uri, TrustStore.read(KEY, pem.toString(), Optional.empty())))
          .isEqualTo(204);
      Path certificates = folder.resolve("certificates.p12");
      keytool("-importcert -noprompt -alias root -file " + pem + " -keystore " + certificates);
      assertThat(status(uri, TrustStore.read(KEY, certificates.toString(), Optional.of(PASSWORD))))
          .isEqualTo(204);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void namesTheKeyOfAFileThatIsNoStore() throws IOException {
    Path nonsense = Files.writeString(folder.resolve("nonsense"), "nonsense");
    for (String file : List.of(nonsense.toString(), folder.resolve("missing").toString())) {
      assertThatThrownBy(() -> TrustStore.read(KEY, file, Optional.empty()))
          .isInstanceOf(ConfigurationFault.class)
          .hasMessageStartingWith(KEY + " cannot be read");
    }
  }

  private static int status(URI uri, SSLContext trust) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build();
    return HttpClient.newBuilder()
        .sslContext(trust)
        .build()
        .send(request, BodyHandlers.discarding())
        .statusCode();
  }

  private static HttpsServer server(Path store) throws Exception {
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
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    return server;
  }

  private static void keytool(String arguments) throws Exception {
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
