package io.broadsheet.publisher.channel;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Takes a target's secrets, and what a database or a terminal cannot take, out of messages. */
public final class Redaction {

  private static final int MAX_CODE_POINTS = 500;
  private static final Pattern CONTROL_CHARACTERS = Pattern.compile("\\p{Cntrl}+");

  private final List<String> secrets;

  private Redaction(List<String> secrets) {
    this.secrets = secrets;
  }

  /** Takes out these texts, as they are and as they stand in URLs and forms. */
  public static Redaction of(String... secrets) {
    return new Redaction(
        Arrays.stream(secrets)
            .filter(secret -> !secret.isBlank())
            .flatMap(secret -> Stream.of(secret, URLEncoder.encode(secret, StandardCharsets.UTF_8)))
            .distinct()
            .toList());
  }

  /** The message without secrets and control characters, 500 code points at most. */
  public String apply(String message) {
    String clean = message;
    for (String secret : secrets) {
      clean = clean.replace(secret, "***");
    }
    clean = CONTROL_CHARACTERS.matcher(clean).replaceAll(" ").strip();
    if (clean.codePointCount(0, clean.length()) > MAX_CODE_POINTS) {
      clean = clean.substring(0, clean.offsetByCodePoints(0, MAX_CODE_POINTS)) + "…";
    }
    return clean;
  }

  /** Says nothing. */
  @Override
  public String toString() {
    return "Redaction";
  }
}
