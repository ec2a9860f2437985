package io.broadsheet.publisher.channel.webhook;

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

/** Makes webhook channels. */
@Singleton
public final class WebhookChannelFactory implements ChannelFactory {

  private final Vertx vertx;

  public WebhookChannelFactory(Vertx vertx) {
    this.vertx = vertx;
  }

  @Override
  public ChannelKind kind() {
    return ChannelKind.WEBHOOK;
  }

  @Override
  public Set<String> settings() {
    return WebhookSettings.NAMES;
  }

  @Override
  public Channel open(Target target) {
    WebhookSettings settings = WebhookSettings.read(target);
    return new GuardedChannel(
        new WebhookChannel(settings, HttpTransport.open(vertx), Clock.systemUTC()),
        Redaction.of(settings.secret(), settings.secretKey()));
  }
}
