package io.broadsheet.sandbox.vk;

import java.util.Map;

/** The words of VK's error codes, by its published schema. */
final class VkTexts {
  private static final Map<Integer, String> TEXTS =
      Map.ofEntries(
          Map.entry(1, "Unknown error occurred"),
          Map.entry(3, "Unknown method passed"),
          Map.entry(4, "Incorrect signature"),
          Map.entry(5, "User authorization failed"),
          Map.entry(6, "Too many requests per second"),
          Map.entry(7, "Permission to perform this action is denied"),
          Map.entry(8, "Invalid request"),
          Map.entry(9, "Flood control"),
          Map.entry(10, "Internal server error: could not check access_token now, check later."),
          Map.entry(13, "Runtime error occurred during code invocation"),
          Map.entry(14, "Captcha needed"),
          Map.entry(15, "Access denied"),
          Map.entry(17, "Validation required"),
          Map.entry(19, "Content blocked"),
          Map.entry(
              20, "Permission to perform this action is denied for non-standalone applications"),
          Map.entry(23, "This method was disabled"),
          Map.entry(24, "Confirmation required"),
          Map.entry(25, "Token confirmation required"),
          Map.entry(27, "Group authorization failed"),
          Map.entry(28, "Application authorization failed"),
          Map.entry(29, "Rate limit reached"),
          Map.entry(36, "Method execution was interrupted due to timeout"),
          Map.entry(42, "Access denied: ip address is not allowed"),
          Map.entry(43, "This section is temporary unavailable"),
          Map.entry(100, "One of the parameters specified was missing or invalid"),
          Map.entry(103, "Out of limits"),
          Map.entry(113, "Invalid user id"),
          Map.entry(125, "Invalid group id"),
          Map.entry(150, "Invalid timestamp"),
          Map.entry(203, "Access to group denied"),
          Map.entry(210, "Access to wall's post denied"),
          Map.entry(214, "Access to adding post denied"),
          Map.entry(219, "Advertisement post was recently added"),
          Map.entry(220, "Too many recipients"),
          Map.entry(222, "Hyperlinks are forbidden"),
          Map.entry(224, "Too many ads posts"),
          Map.entry(1051, "Method is not available for this profile type"),
          Map.entry(1117, "Access token has expired"),
          Map.entry(3300, "Recaptcha needed"),
          Map.entry(3609, "Token extension required"));

  private VkTexts() {}

  /** The code's words; of a code that the schema does not name, the number. */
  static String of(int code) {
    return TEXTS.getOrDefault(code, "Error " + code);
  }
}
