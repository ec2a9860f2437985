package io.broadsheet.common.migrate;

import io.broadsheet.common.config.ConfigurationFault;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.postgresql.PGProperty;

/**
 * Recognises the URL of a connection pooler. Migrations and the relay need the server itself: a
 * pooler in transaction mode gives every transaction another session, and replication cannot pass
 * it (some proxy it through all the same, so a working replication proves nothing). Only names that
 * a provider gives to poolers alone decide here; what is merely usual is left to {@link
 * DirectServer}.
 */
public final class DirectUrl {

  private static final Pattern CREDENTIALS =
      Pattern.compile("//[^/?]*@|[?&](?:user|password|sslpassword)=", Pattern.CASE_INSENSITIVE);

  private static final Pattern JDBC =
      Pattern.compile("jdbc:postgresql://([^/?]+)(?:/[^?]*)?(?:\\?.*)?");

  /** PgBouncer's name, or the port of it by default and of Supabase's pooler. */
  private static final Pattern USUAL = Pattern.compile(".*(pgbouncer.*|:6543|:6432)");

  /** What to write instead of a pooler's URL. */
  public static final String REMEDY =
      "replication and migrations need the database's direct host: take the direct connection"
          + " string of your provider, without \"-pooler\" and usually with port 5432";

  private DirectUrl() {}

  /**
   * Refuses what is no JDBC URL of PostgreSQL, holds credentials, or leads to a pooler.
   *
   * @param key the configuration key that holds the URL
   * @throws ConfigurationFault naming the key, with the remedy
   */
  public static void check(String key, String url) {
    if (CREDENTIALS.matcher(url).find()) {
      throw new ConfigurationFault(
          key,
          "holds a user or a password, which would show in messages; write the URL without them and"
              + " set them by their own keys");
    }
    Matcher matcher = JDBC.matcher(url);
    if (!matcher.matches()) {
      throw new ConfigurationFault(
          key, "is no PostgreSQL URL; write jdbc:postgresql://<host>:<port>/<database>");
    }
    for (String host : matcher.group(1).split(",")) {
      if (host.contains("-pooler.")
          || host.contains(".pooler.")
          || url.contains("pgbouncer=true")) {
        throw new ConfigurationFault(key, "leads to a connection pooler (" + host + "); " + REMEDY);
      }
    }
  }

  /**
   * A host of the URL whose name or port is usual for a pooler, which proves nothing.
   *
   * @param url one that {@link #check} accepts
   */
  static Optional<String> suspicion(String url) {
    Matcher matcher = JDBC.matcher(url);
    return matcher.matches()
        ? Stream.of(matcher.group(1).split(","))
            .filter(host -> USUAL.matcher(host).matches())
            .findFirst()
        : Optional.empty();
  }

  /**
   * The URL to connect with: where it names several hosts and not which of them is meant, the
   * primary is. Any other can neither migrate nor stream.
   *
   * @param url one that {@link #check} accepts
   */
  public static String toPrimary(String url) {
    Matcher matcher = JDBC.matcher(url);
    if (!matcher.matches()
        || !matcher.group(1).contains(",")
        || url.contains(PGProperty.TARGET_SERVER_TYPE.getName() + "=")) {
      return url;
    }
    return url
        + (url.contains("?") ? "&" : "?")
        + PGProperty.TARGET_SERVER_TYPE.getName()
        + "=primary";
  }
}
