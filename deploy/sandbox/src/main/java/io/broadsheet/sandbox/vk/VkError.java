package io.broadsheet.sandbox.vk;

/** A call that VK refuses. */
final class VkError extends Exception {
  private static final long serialVersionUID = 1L;

  private final int code;

  VkError(int code, String message) {
    super(message);
    this.code = code;
  }

  static VkError parameter(String what) {
    return new VkError(100, "One of the parameters specified was missing or invalid: " + what);
  }

  int code() {
    return code;
  }
}
