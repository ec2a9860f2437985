package io.broadsheet.generator.api;

/** Tells a person which command settles a delivery that waits for one. */
final class Remedy {

  private Remedy() {}

  /**
   * What to do.
   *
   * @param lastError what went wrong
   * @param uncertain whether the post may be on the channel
   * @param begun whether parts of it are there
   * @return {@code lastError} with what to do about it, where a person must do something
   */
  static String of(String state, String lastError, boolean uncertain, boolean begun) {
    if (!state.equals("parked")) {
      return lastError;
    }
    String remedy;
    if (uncertain) {
      remedy =
          "look at the channel: confirm-posted if it is there, retry or skip with force if it is not";
    } else if (begun) {
      remedy = "retry sends the rest, skip with force leaves it as it is";
    } else {
      remedy = "it is not on the channel: retry sends it, skip lets it be";
    }
    return lastError == null ? remedy : lastError + "; " + remedy;
  }
}
