package io.broadsheet.sandbox.server;

import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Api;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.telegram.TelegramApi;

/**
 * The public channel pages, as something that faults can hit; the call's rest is the channel's
 * name.
 */
record ChannelPageApi(TelegramApi telegram) implements Api {
  @Override
  public Answer handle(Call call) {
    return telegram.page(call.rest(), call.params());
  }

  @Override
  public String destination(Call call) {
    return "@" + call.rest();
  }

  @Override
  public Answer throttled(Throttle throttle) {
    return Answer.gateway(429).with("Retry-After", Integer.toString(throttle.retryAfter()));
  }

  @Override
  public Answer failed(Failure failure) {
    return Answer.gateway(failure.status() == 0 ? 500 : failure.status());
  }

  @Override
  public void restore(Effect entry) {
    throw new UnsupportedOperationException("pages keep no state of their own");
  }

  @Override
  public void reset() {
    throw new UnsupportedOperationException("pages keep no state of their own");
  }
}
