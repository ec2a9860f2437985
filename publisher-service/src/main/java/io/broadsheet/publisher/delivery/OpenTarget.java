package io.broadsheet.publisher.delivery;

import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.Channel;

/**
 * A configured target with its channel, ready to be called.
 *
 * @param target the configuration
 * @param channel its API
 * @param policy how its deliveries are tried
 */
record OpenTarget(Target target, Channel channel, DeliveryPolicy policy) {

  String name() {
    return target.name();
  }

  @Override
  public String toString() {
    return target.toString();
  }
}
