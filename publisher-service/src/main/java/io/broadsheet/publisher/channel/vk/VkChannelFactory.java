package io.broadsheet.publisher.channel.vk;

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

/** Makes VK channels. */
@Singleton
public final class VkChannelFactory implements ChannelFactory {

  private final Vertx vertx;

  public VkChannelFactory(Vertx vertx) {
    this.vertx = vertx;
  }

  @Override
  public ChannelKind kind() {
    return ChannelKind.VK;
  }

  @Override
  public Set<String> settings() {
    return VkSettings.NAMES;
  }

  @Override
  public Channel open(Target target) {
    VkSettings settings = VkSettings.read(target);
    return new GuardedChannel(
        new VkChannel(settings, HttpTransport.open(vertx)),
        Redaction.of(settings.accessToken(), settings.serviceToken().orElse("")));
  }
}
