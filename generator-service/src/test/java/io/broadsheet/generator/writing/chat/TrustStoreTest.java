package io.broadsheet.generator.writing.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustStoreTest {

  private static final String KEY = "broadsheet.writers.giga.trust-store";

  @TempDir Path folder;

  @Test
  void trustsTheFilesAuthoritiesBesidesThePlatforms() throws Exception {
    try (TlsServer server = TlsServer.start(folder)) {
      URI uri = server.at("localhost");
      Path pem = server.certificate();
      assertThatThrownBy(() -> status(uri, SSLContext.getDefault()))
          .isInstanceOf(SSLHandshakeException.class);
      X509TrustManager ofPem = TrustStore.read(KEY, pem.toString(), Optional.empty());
      assertThat(status(uri, context(ofPem))).isEqualTo(204);
      assertThat(ofPem.getAcceptedIssuers()).as("the platform's too").hasSizeGreaterThan(1);
      Path certificates = folder.resolve("certificates.p12");
      TlsServer.keytool(
          "-importcert -noprompt -alias root -file " + pem + " -keystore " + certificates);
      X509TrustManager ofStore =
          TrustStore.read(KEY, certificates.toString(), Optional.of(TlsServer.PASSWORD));
      assertThat(status(uri, context(ofStore))).isEqualTo(204);
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

  private static SSLContext context(X509TrustManager trust) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {trust}, null);
    return context;
  }

  private static int status(URI uri, SSLContext trust) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build();
    return HttpClient.newBuilder()
        .sslContext(trust)
        .build()
        .send(request, BodyHandlers.discarding())
        .statusCode();
  }
}
