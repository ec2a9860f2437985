package io.broadsheet.sandbox.bluesky;

import java.util.regex.Pattern;

/** Keys of records (https://atproto.com/specs/record-key, https://atproto.com/specs/tid). */
final class RecordKey {
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_~.:-]{1,512}");
  private static final Pattern TID =
      Pattern.compile("[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}");

  private RecordKey() {}

  static boolean isValid(String key) {
    return KEY.matcher(key).matches() && !key.equals(".") && !key.equals("..");
  }

  /** Whether it is a timestamp identifier: posts under other keys are stored, but never shown. */
  static boolean isTid(String key) {
    return TID.matcher(key).matches();
  }
}
