package io.broadsheet.sandbox.api;

import com.fasterxml.jackson.databind.JsonNode;

/** Something of an API that tests set while it runs, such as the bot's rights in a chat. */
public interface Adjustable {
  /**
   * Takes one setting.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  void adjust(JsonNode setting);

  /** What is set, as an array. */
  JsonNode json();
}
