package io.broadsheet.publisher.channel.bluesky;

import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.ChannelFactory;
import io.broadsheet.publisher.channel.GuardedChannel;
import io.broadsheet.publisher.channel.HttpTransport;
import io.broadsheet.publisher.channel.Redaction;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.Set;

/** Makes Bluesky channels. */
@Singleton
public final class BlueskyChannelFactory implements ChannelFactory {

  private final Vertx vertx;

  public BlueskyChannelFactory(Vertx vertx) {
    this.vertx = vertx;
  }

  @Override
  public ChannelKind kind() {
    return ChannelKind.BLUESKY;
  }

  @Override
  public Set<String> settings() {
    return BlueskySettings.NAMES;
  }

  @Override
  public Channel open(Target target) {
    BlueskySettings settings = BlueskySettings.read(target);
    return new GuardedChannel(
        new BlueskyChannel(settings, HttpTransport.open(vertx), Clock.systemUTC()),
        Redaction.of(settings.appPassword()));
  }
}
