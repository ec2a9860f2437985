package io.broadsheet.generator.writing.chat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes secrets, and what a database or a terminal cannot take, out of messages. */
public final class Redaction {

  // A shorter value of a header, such as "1" or "en", is no secret, and would spoil the message.
  private static final int SHORTEST = 6;
  private static final int MAX_MESSAGE = 300;

  private final List<String> secrets = new CopyOnWriteArrayList<>();
  private volatile String passing = "";

  /** Takes these texts out. */
  public Redaction(List<String> secrets) {
    secrets.stream().filter(secret -> secret.length() >= SHORTEST).forEach(this.secrets::add);
  }

  /** Takes this one out too, in the place of the one before. */
  void rotate(String token) {
    secrets.add(token);
    secrets.remove(passing);
    passing = token;
  }

  /** One line of 300 characters at most, without secrets and control characters. */
  public String apply(String message) {
    String clean = message == null ? "" : message;
    for (String secret : secrets) {
      clean = clean.replace(secret, "***");
    }
    String line = clean.replaceAll("[\\s\\p{Cc}]+", " ").strip();
    return line.length() <= MAX_MESSAGE ? line : line.substring(0, MAX_MESSAGE) + "...";
  }
}
