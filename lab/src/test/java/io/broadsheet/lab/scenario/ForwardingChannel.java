package io.broadsheet.lab.scenario;

import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Rendered;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.channel.Verification;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** A channel that does what another does; subclasses change a part of it. */
class ForwardingChannel implements Channel {

  private final Channel channel;

  ForwardingChannel(Channel channel) {
    this.channel = channel;
  }

  @Override
  public Rendered render(PostEvent post, Optional<URI> companion) {
    return channel.render(post, companion);
  }

  @Override
  public Outcome send(Form form, Call call) {
    return channel.send(form, call);
  }

  @Override
  public Sighting probe(Form form, Probe probe) {
    return channel.probe(form, probe);
  }

  @Override
  public Verification verify(Call call) {
    return channel.verify(call);
  }

  @Override
  public Duration keyWindow() {
    return channel.keyWindow();
  }

  @Override
  public boolean repeatsAtOnce() {
    return channel.repeatsAtOnce();
  }
}
