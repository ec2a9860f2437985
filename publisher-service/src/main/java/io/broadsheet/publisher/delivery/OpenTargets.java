package io.broadsheet.publisher.delivery;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Languages;
import io.broadsheet.common.target.Target;
import io.broadsheet.common.target.Targets;
import io.broadsheet.publisher.channel.ChannelFactory;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/** Opens every configured target: its channel and its policy, each setting checked. */
final class OpenTargets {

  private final Config config;
  private final List<ChannelFactory> factories;

  OpenTargets(Config config, List<ChannelFactory> factories) {
    this.config = config;
    this.factories = List.copyOf(factories);
  }

  /**
   * Opens them.
   *
   * @throws ConfigurationFault naming the first key at fault, one that nobody knows included
   */
  List<OpenTarget> openTargets() {
    List<OpenTarget> open = new ArrayList<>();
    for (Target target : Targets.read(config, Languages.read(config).all()).all()) {
      ChannelFactory factory = factoryOf(target);
      rejectUnknownSettings(target, factory);
      open.add(new OpenTarget(target, factory.open(target), DeliveryPolicy.read(target, config)));
    }
    return List.copyOf(open);
  }

  private ChannelFactory factoryOf(Target target) {
    return factories.stream()
        .filter(factory -> factory.kind() == target.channel())
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigurationFault(
                    target.key("channel"),
                    "is " + target.channel().wireName() + ", which this publisher cannot post to"));
  }

  private static void rejectUnknownSettings(Target target, ChannelFactory factory) {
    for (String setting : target.settings().keySet()) {
      if (!Targets.COMMON_SETTINGS.contains(setting) && !factory.settings().contains(setting)) {
        throw new ConfigurationFault(
            target.key(setting),
            "is no setting of a " + target.channel().wireName() + " target; is it misspelt?");
      }
    }
  }
}
