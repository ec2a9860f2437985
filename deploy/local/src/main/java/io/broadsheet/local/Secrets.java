package io.broadsheet.local;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/** The passwords of the database's roles, made once per data directory. */
final class Secrets {
  private static final List<String> ROLES =
      List.of("postgres", "migrator", "generator", "publisher", "relay");
  private static final int BYTES = 24;

  private final Properties passwords;

  private Secrets(Properties passwords) {
    this.passwords = passwords;
  }

  /**
   * Reads them, or makes them if the stack is new.
   *
   * @throws UpFailed if the file is unreadable or incomplete, or is gone while the database is not
   */
  static Secrets of(DataDirectory data) {
    if (Files.exists(data.secrets())) {
      return read(data);
    }
    if (Files.exists(data.postgresql())) {
      throw new UpFailed(
          data.secrets()
              + " is gone, and with it the passwords of the database in "
              + data.postgresql()
              + ". Put it back, or begin anew with --reset.");
    }
    SecureRandom random = new SecureRandom();
    data.writePrivately(
        data.secrets(),
        ROLES.stream()
            .map(role -> role + "=" + password(random))
            .collect(Collectors.joining("\n")));
    return read(data);
  }

  private static Secrets read(DataDirectory data) {
    Properties passwords = new Properties();
    try (Reader in = Files.newBufferedReader(data.secrets())) {
      passwords.load(in);
    } catch (IOException e) {
      throw new UpFailed("Cannot read " + data.secrets() + ": " + e.getMessage(), e);
    }
    if (!passwords.stringPropertyNames().containsAll(ROLES)) {
      throw new UpFailed(data.secrets() + " is damaged. Put it back, or begin anew with --reset.");
    }
    return new Secrets(passwords);
  }

  private static String password(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * The password of {@code postgres}, {@code migrator}, {@code generator}, {@code publisher} or
   * {@code relay}.
   */
  String of(String role) {
    return passwords.getProperty(role);
  }
}
