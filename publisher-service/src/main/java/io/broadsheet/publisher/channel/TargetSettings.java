package io.broadsheet.publisher.channel;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.target.Target;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Reads a target's settings; every fault names its key and never shows a secret's value. */
public final class TargetSettings {

  private final Target target;

  public TargetSettings(Target target) {
    this.target = target;
  }

  /** Says what is wrong with a setting. */
  public ConfigurationFault fault(String setting, String what) {
    return new ConfigurationFault(target.key(setting), what);
  }

  /**
   * An address, without a trailing slash.
   *
   * @throws ConfigurationFault unless it is an absolute http or https URL without user, query and
   *     fragment
   */
  public URI url(String setting, String fallback) {
    String text = target.setting(setting).orElse(fallback);
    try {
      URI uri = new URI(text.replaceAll("/+$", ""));
      boolean http =
          "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
      if (http
          && uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // Said below.
    }
    throw fault(
        setting,
        "is no absolute http or https URL without user, query and fragment; write one such as "
            + fallback);
  }

  /**
   * A secret that must be there.
   *
   * @throws ConfigurationFault if it is missing or does not match; its value is not shown
   */
  public String secret(String setting, Pattern form, String expected) {
    String value = target.require(setting);
    if (!form.matcher(value).matches()) {
      throw fault(setting, "is malformed; expected " + expected);
    }
    return value;
  }

  /**
   * A text that must be there.
   *
   * @throws ConfigurationFault if it is missing or does not match
   */
  public String text(String setting, Pattern form, String expected) {
    String value = target.require(setting);
    if (!form.matcher(value).matches()) {
      throw fault(setting, "is \"" + value + "\"; write " + expected);
    }
    return value;
  }

  /** Yes or no, written {@code true} or {@code false}. */
  public boolean flag(String setting, boolean fallback) {
    String text = target.setting(setting).orElse(Boolean.toString(fallback));
    if (!text.equals("true") && !text.equals("false")) {
      throw fault(setting, "is \"" + text + "\"; write true or false");
    }
    return text.equals("true");
  }

  /** A whole number within bounds, both included. */
  public int number(String setting, int fallback, int min, int max) {
    String text = target.setting(setting).orElse(Integer.toString(fallback));
    if (text.matches("\\d{1,9}")) {
      int value = Integer.parseInt(text);
      if (value >= min && value <= max) {
        return value;
      }
    }
    throw fault(setting, "is \"" + text + "\"; write a whole number from " + min + " to " + max);
  }

  /** One of some words. */
  public String choice(String setting, String fallback, Set<String> words) {
    String text = target.setting(setting).orElse(fallback);
    if (!words.contains(text)) {
      throw fault(
          setting, "is \"" + text + "\"; write one of: " + String.join(", ", new TreeSet<>(words)));
    }
    return text;
  }

  /**
   * The form in which posts appear.
   *
   * @throws ConfigurationFault if this channel does not have it
   */
  public String format(String fallback, Set<String> supported) {
    String format = target.setting("format").orElse(fallback);
    if (!supported.contains(format)) {
      throw fault(
          "format",
          "is \""
              + format
              + "\"; channel "
              + target.channel().wireName()
              + " supports: "
              + String.join(", ", new TreeSet<>(supported)));
    }
    return format;
  }
}
