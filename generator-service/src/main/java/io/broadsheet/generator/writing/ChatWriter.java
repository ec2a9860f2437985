package io.broadsheet.generator.writing;

import io.quarkus.rest.client.reactive.QuarkusRestClientBuilder;
import io.smallrye.mutiny.TimeoutException;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** A writer behind an API of the OpenAI kind. */
public final class ChatWriter implements Writer {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration MARGIN = Duration.ofSeconds(1);

  private final WriterSettings settings;
  private final ChatCompletions api;
  private final boolean patient;

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
    this.patient = patient;
    this.api =
        QuarkusRestClientBuilder.newBuilder()
            .baseUri(settings.baseUrl())
            .connectTimeout(CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
            // Only releases the connection: the timer in ask must be the first to end a call.
            .readTimeout(settings.timeout().plus(MARGIN).toMillis(), TimeUnit.MILLISECONDS)
            .followRedirects(false)
            .disableDefaultMapper(true)
            .build(ChatCompletions.class);
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
  public Answer ask(Prompt prompt, Duration limit) {
    Duration wait = settings.timeout().compareTo(limit) < 0 ? settings.timeout() : limit;
    if (wait.toMillis() == 0) {
      throw new ChatFailure("was not asked: the step's time is up", false);
    }
    long start = System.nanoTime();
    try (Response response =
        api.create("Bearer " + settings.apiKey(), question(prompt)).await().atMost(wait)) {
      long latencyMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      return ChatReply.read(
          response.getStatus(), response.readEntity(String.class), latencyMs, settings.apiKey());
    } catch (ChatFailure failure) {
      throw failure;
    } catch (TimeoutException e) {
      // Asking again costs as much time again, which another writer, if any, can use better.
      throw new ChatFailure("did not answer within " + wait.toMillis() + " ms", patient);
    } catch (RuntimeException e) {
      throw new ChatFailure("could not be reached: " + reason(e), true);
    }
  }

  private ChatCompletions.Request question(Prompt prompt) {
    return new ChatCompletions.Request(
        settings.model(),
        List.of(
            new ChatCompletions.Message("system", prompt.system()),
            new ChatCompletions.Message("user", prompt.user())),
        settings.temperature(),
        settings.maxTokens());
  }

  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null
        && (cause instanceof CompletionException
            || cause.getMessage() == null
            || cause instanceof ProcessingException)) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
