package io.broadsheet.generator.writing.chat;

import io.broadsheet.common.config.ConfigurationFault;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Authorities that are trusted besides the platform's. */
public final class TrustStore {

  private TrustStore() {}

  /**
   * Reads a file of PEM certificates, or a PKCS#12 or JKS store.
   *
   * @param key the configuration key, for the error
   * @param password of a store
   * @throws ConfigurationFault if there is no such file, or no certificate in it
   */
  public static X509TrustManager read(String key, String file, Optional<String> password) {
    try {
      byte[] content = Files.readAllBytes(Path.of(file));
      KeyStore own = isPem(content) ? pem(content) : store(file, password);
      int count = own.size();
      if (count == 0) {
        throw new ConfigurationFault(key, "holds no certificate: " + file);
      }
      addPlatform(own);
      return manager(own);
    } catch (IOException | GeneralSecurityException e) {
      throw new ConfigurationFault(
          key, "cannot be read: " + file + " (" + e.getClass().getSimpleName() + ")");
    }
  }

  private static boolean isPem(byte[] content) {
    return new String(content, StandardCharsets.ISO_8859_1).contains("-----BEGIN CERTIFICATE");
  }

  private static KeyStore pem(byte[] content) throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    int number = 0;
    for (Certificate certificate :
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(content))) {
      store.setCertificateEntry("own-" + number++, certificate);
    }
    return store;
  }

  private static KeyStore store(String file, Optional<String> password)
      throws IOException, GeneralSecurityException {
    char[] secret = password.map(String::toCharArray).orElse(null);
    return KeyStore.getInstance(new File(file), secret);
  }

  private static void addPlatform(KeyStore store) throws GeneralSecurityException {
    int number = 0;
    for (X509Certificate issuer : manager(null).getAcceptedIssuers()) {
      store.setCertificateEntry("platform-" + number++, issuer);
    }
  }

  private static X509TrustManager manager(KeyStore store) throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager x509) {
        return x509;
      }
    }
    throw new KeyStoreException("no X.509 trust manager");
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }
}
