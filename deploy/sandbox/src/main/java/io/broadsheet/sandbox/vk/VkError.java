package io.broadsheet.sandbox.vk;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.wire.Json;

/** A call that VK refuses. Its envelope comes with status 200. */
final class VkError extends Exception {
  private static final long serialVersionUID = 1L;

  private final int code;
  private final int subcode;

  VkError(int code, String message) {
    this(code, 0, message);
  }

  /**
   * @param subcode VK's {@code error_subcode}; 0 for none
   */
  VkError(int code, int subcode, String message) {
    super(message);
    this.code = code;
    this.subcode = subcode;
  }

  static VkError parameter(String what) {
    return new VkError(100, VkTexts.of(100) + ": " + what);
  }

  /** The answer, which repeats the call's parameters but its token. */
  Answer answer(Call call, String token) {
    ArrayNode sent = Json.array();
    sent.addObject().put("key", "method").put("value", call.method());
    sent.addObject().put("key", "oauth").put("value", "1");
    call.params()
        .all()
        .forEach(
            (name, value) -> {
              if (!name.equals("access_token") && !value.asText().equals(token)) {
                sent.addObject().put("key", name).put("value", value.asText());
              }
            });
    return answer(sent);
  }

  /** The answer to a call that is not at hand. */
  Answer answer() {
    return answer(Json.array());
  }

  private Answer answer(ArrayNode requestParams) {
    ObjectNode error = Json.object().put("error_code", code);
    if (subcode != 0) {
      error.put("error_subcode", subcode);
    }
    error.put("error_msg", getMessage());
    switch (code) {
      case 14, 3300 ->
          error
              .put("captcha_sid", "104412131231")
              .put("captcha_img", "https://api.vk.com/captcha.php?sid=104412131231&s=1");
      case 17 -> error.put("redirect_uri", "https://m.vk.com/login?act=security_check");
      default -> {}
    }
    error.set("request_params", requestParams);
    return Answer.error(200, code + " " + getMessage(), Json.object().set("error", error));
  }
}
