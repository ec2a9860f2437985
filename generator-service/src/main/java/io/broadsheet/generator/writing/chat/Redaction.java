package io.broadsheet.generator.writing.chat;

import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/** Takes secrets, and what a database or a terminal cannot take, out of messages. */
public final class Redaction {

  // A shorter value of a header, such as "1" or "en", is no secret, and would spoil the message.
  private static final int SHORTEST = 6;
  private static final int MAX_MESSAGE = 300;
  private static final String HIDDEN = "***";

  // Calls that began with an older token may still be under way, on several threads.
  private static final int TOKENS_REMEMBERED = 16;

  private final List<String> secrets;
  private final Deque<String> tokens = new ConcurrentLinkedDeque<>();

  /** Takes these texts out. */
  public Redaction(List<String> secrets) {
    this.secrets = secrets.stream().filter(secret -> secret.length() >= SHORTEST).toList();
  }

  /** Takes this one out too, and forgets the oldest of many. */
  void rotate(String token) {
    tokens.addLast(token);
    while (tokens.size() > TOKENS_REMEMBERED) {
      tokens.pollFirst();
    }
  }

  /** One line of 300 characters at most, without secrets and control characters. */
  public String apply(String message) {
    String clean = message == null ? "" : message;
    for (String secret : secrets) {
      clean = clean.replace(secret, HIDDEN);
    }
    for (String token : tokens) {
      clean = clean.replace(token, HIDDEN);
    }
    String line = clean.replaceAll("[\\s\\p{Cc}]+", " ").strip();
    return line.length() <= MAX_MESSAGE ? line : line.substring(0, MAX_MESSAGE) + "...";
  }
}
