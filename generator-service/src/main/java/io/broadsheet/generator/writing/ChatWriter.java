package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.ChatFault.Down;
import io.broadsheet.generator.writing.ChatFault.Refused;
import io.broadsheet.generator.writing.chat.ChatEndpoint;
import io.broadsheet.generator.writing.chat.HttpReply;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A writer behind an API of the OpenAI kind. */
public final class ChatWriter implements Writer {

  private final WriterSettings settings;
  private final ChatEndpoint endpoint;
  private final Terms terms;

  /** One of several, not asked again after a timeout; connects to nothing yet. */
  public ChatWriter(WriterSettings settings) {
    this(settings, false);
  }

  /**
   * Prepares the client; connects to nothing yet.
   *
   * @param patient whether a timeout is passing: so if there is no other to ask instead
   */
  public ChatWriter(WriterSettings settings, boolean patient) {
    this.settings = settings;
    this.endpoint = new ChatEndpoint(settings.baseUrl(), settings.access(), patient);
    this.terms = settings.terms();
  }

  @Override
  public String name() {
    return settings.name();
  }

  @Override
  public String model() {
    return settings.model();
  }

  @Override
  public Terms terms() {
    return terms;
  }

  @Override
  public Answer ask(Prompt prompt, Duration limit) {
    Duration wait = settings.timeout().compareTo(limit) < 0 ? settings.timeout() : limit;
    byte[] request = settings.parameters().request(settings.model(), prompt);
    long start = System.nanoTime();
    HttpReply reply = endpoint.post(request, Deadline.after(wait));
    long latencyMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    try {
      return ChatReply.read(reply, latencyMs, endpoint.redaction(), settings.finishReasons());
    } catch (ChatFailure failure) {
      throw renewed(failure);
    }
  }

  private ChatFailure renewed(ChatFailure failure) {
    boolean refused =
        failure.fault() instanceof Refused fault && fault.reason() == Refused.Reason.AUTHENTICATION;
    return refused && endpoint.refused()
        ? ChatFailure.free(new Down(Down.Reason.TOKEN_EXPIRED, true, failure.getMessage()))
        : failure;
  }
}
