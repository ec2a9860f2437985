package io.broadsheet.publisher.channel.telegraph;

import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.ChannelFactory;
import io.broadsheet.publisher.channel.GuardedChannel;
import io.broadsheet.publisher.channel.HttpTransport;
import io.broadsheet.publisher.channel.Redaction;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.util.Set;

/** Makes Telegraph channels. */
@Singleton
public final class TelegraphChannelFactory implements ChannelFactory {

  private final Vertx vertx;

  public TelegraphChannelFactory(Vertx vertx) {
    this.vertx = vertx;
  }

  @Override
  public ChannelKind kind() {
    return ChannelKind.TELEGRAPH;
  }

  @Override
  public Set<String> settings() {
    return TelegraphSettings.NAMES;
  }

  @Override
  public Channel open(Target target) {
    TelegraphSettings settings = TelegraphSettings.read(target);
    return new GuardedChannel(
        new TelegraphChannel(settings, HttpTransport.open(vertx)),
        Redaction.of(settings.accessToken()));
  }
}
