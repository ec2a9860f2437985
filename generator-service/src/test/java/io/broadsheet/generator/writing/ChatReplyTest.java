package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;

class ChatReplyTest {

  private static final String KEY = "sk-very-secret";

  @Test
  void readsAnAnswer() {
    Answer answer =
        read(
            200,
            """
            {"choices":[{"message":{"content":"Да"},"finish_reason":"stop"}],
             "usage":{"prompt_tokens":7,"completion_tokens":2}}""");

    assertThat(answer).isEqualTo(new Answer("Да", "stop", 7, 2, 5));
  }

  @Test
  void takesAMissingTextForAnEmptyOne() {
    assertThat(read(200, "{\"choices\":[{\"message\":{\"content\":null}}]}"))
        .isEqualTo(new Answer("", null, null, null, 5));
  }

  @Test
  void takesAnErrorIn200ForThatError() {
    ChatFailure failure =
        failure(200, "{\"error\":{\"code\":502,\"message\":\"Provider is down\"}}");

    assertThat(failure).hasMessage("answered HTTP 200 502: Provider is down");
    assertThat(failure.passing()).isTrue();
  }

  @Test
  void doesNotAskAgainWhereItCannotHelp() {
    assertThat(
            failure(429, "{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"m\"}}")
                .passing())
        .isFalse();
    assertThat(failure(401, "{\"error\":{\"message\":\"m\"}}").passing()).isFalse();
    assertThat(failure(302, "").passing()).isFalse();
    assertThat(failure(429, "{\"error\":{\"message\":\"m\"}}").passing()).isTrue();
    assertThat(failure(503, "<html>").passing()).isTrue();
  }

  @Test
  void neverQuotesTheKey() {
    ChatFailure failure =
        failure(401, "{\"error\":{\"message\":\"Incorrect API key: sk-very-secret\"}}");

    assertThat(failure.getMessage()).doesNotContain(KEY).contains("HTTP 401", "Incorrect");
  }

  @Test
  void refusesWhatIsNoReply() {
    assertThatThrownBy(() -> read(200, "<html>")).isInstanceOf(ChatFailure.class);
    assertThatThrownBy(() -> read(200, "{}")).isInstanceOf(ChatFailure.class);
    assertThatThrownBy(() -> read(200, null)).isInstanceOf(ChatFailure.class);
    assertThatThrownBy(() -> read(200, "x".repeat(ChatReply.MAX_LENGTH + 1)))
        .isInstanceOf(ChatFailure.class);
  }

  private static ChatFailure failure(int status, String body) {
    return catchThrowableOfType(ChatFailure.class, () -> read(status, body));
  }

  private static Answer read(int status, String body) {
    return ChatReply.read(status, body, 5, KEY);
  }
}
