package io.broadsheet.publisher.channel.telegram;

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

/** Makes Telegram channels. */
@Singleton
public final class TelegramChannelFactory implements ChannelFactory {

  private final Vertx vertx;

  public TelegramChannelFactory(Vertx vertx) {
    this.vertx = vertx;
  }

  @Override
  public ChannelKind kind() {
    return ChannelKind.TELEGRAM;
  }

  @Override
  public Set<String> settings() {
    return TelegramSettings.NAMES;
  }

  @Override
  public Channel open(Target target) {
    TelegramSettings settings = TelegramSettings.read(target);
    return new GuardedChannel(
        new TelegramChannel(settings, HttpTransport.open(vertx)), Redaction.of(settings.token()));
  }
}
