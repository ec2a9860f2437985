package io.broadsheet.generator.writing.chat;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Takes a body as text, but no more than so many bytes of it. */
final class BoundedBody implements BodySubscriber<String> {

  private final BodySubscriber<String> text = BodySubscribers.ofString(StandardCharsets.UTF_8);
  private final int most;
  private Flow.Subscription subscription;
  private int taken;

  BoundedBody(int most) {
    this.most = most;
  }

  /** The body is longer than what is taken. */
  static final class TooLong extends IOException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public CompletionStage<String> getBody() {
    return text.getBody();
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    text.onSubscribe(given);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    taken += buffers.stream().mapToInt(ByteBuffer::remaining).sum();
    if (taken > most) {
      subscription.cancel();
      text.onError(new TooLong());
    } else {
      text.onNext(buffers);
    }
  }

  @Override
  public void onError(Throwable failure) {
    text.onError(failure);
  }

  @Override
  public void onComplete() {
    text.onComplete();
  }
}
