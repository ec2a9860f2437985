package io.broadsheet.generator.writing;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.generator.writing.chat.Access;
import io.broadsheet.generator.writing.chat.TrustStore;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads how a provider is to know us: {@code api-key}, {@code auth-*}, {@code extra-headers.*}. */
final class AccessReading {

  private static final String OAUTH = "oauth";
  private static final String NONE = "none";
  private static final Set<String> SCHEMES =
      new TreeSet<>(Set.of("bearer", "api-key", OAUTH, NONE));

  private AccessReading() {}

  static Access read(WriterKeys keys) {
    Optional<String> authUrl = keys.find("auth-url");
    String scheme = keys.oneOf("auth-scheme", authUrl.isPresent() ? OAUTH : "bearer", SCHEMES);
    if (authUrl.isPresent() && !scheme.equals(OAUTH)) {
      throw new ConfigurationFault(
          keys.key("auth-url"), "belongs to auth-scheme oauth, but that is " + scheme);
    }
    if (keys.find("scope").isPresent() && !scheme.equals(OAUTH)) {
      throw new ConfigurationFault(keys.key("scope"), "belongs to auth-scheme oauth");
    }
    String apiKey = scheme.equals(NONE) ? "" : keys.required("api-key");
    if (apiKey.chars().anyMatch(c -> c < ' ' || c > '~')) {
      throw new ConfigurationFault(keys.key("api-key"), "holds characters that no header can have");
    }
    Optional<URI> tokenUrl =
        scheme.equals(OAUTH)
            ? Optional.of(WriterSettings.url(keys.key("auth-url"), keys.required("auth-url")))
            : Optional.empty();
    return new Access(
        switch (scheme) {
          case "bearer" -> Access.Scheme.BEARER;
          case "api-key" -> Access.Scheme.API_KEY;
          case OAUTH -> Access.Scheme.OAUTH;
          default -> Access.Scheme.NONE;
        },
        apiKey,
        tokenUrl,
        keys.find("scope"),
        keys.headers(),
        keys.find("trust-store")
            .map(
                file ->
                    TrustStore.read(
                        keys.key("trust-store"), file, keys.find("trust-store-password"))));
  }
}
