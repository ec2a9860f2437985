package io.broadsheet.sandbox.vk;

import io.broadsheet.sandbox.wire.Params;

/** Reads whose wall is meant. */
final class Owner {
  /** Nobody has an id as high. */
  private static final long FIRST_FREE_ID = 4_000_000_000L;

  private Owner() {}

  /** The wall's owner: below zero a community. */
  static long read(Params params) throws VkError {
    String raw = params.textOrEmpty("owner_id");
    if (raw.isEmpty()) {
      throw VkError.parameter("owner_id is undefined");
    }
    long owner =
        params
            .integer("owner_id")
            .filter(id -> id != 0)
            .orElseThrow(() -> VkError.parameter("owner_id not integer"));
    if (Math.abs(owner) >= FIRST_FREE_ID) {
      int code = owner > 0 ? 113 : 125;
      throw new VkError(code, VkTexts.of(code));
    }
    return owner;
  }
}
