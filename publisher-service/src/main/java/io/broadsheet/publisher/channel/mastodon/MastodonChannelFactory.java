package io.broadsheet.publisher.channel.mastodon;

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

/** Makes Mastodon channels. */
@Singleton
public final class MastodonChannelFactory implements ChannelFactory {

  private final Vertx vertx;

  public MastodonChannelFactory(Vertx vertx) {
    this.vertx = vertx;
  }

  @Override
  public ChannelKind kind() {
    return ChannelKind.MASTODON;
  }

  @Override
  public Set<String> settings() {
    return MastodonSettings.NAMES;
  }

  @Override
  public Channel open(Target target) {
    MastodonSettings settings = MastodonSettings.read(target);
    return new GuardedChannel(
        new MastodonChannel(settings, HttpTransport.open(vertx)),
        Redaction.of(settings.accessToken()));
  }
}
