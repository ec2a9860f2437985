package io.broadsheet.publisher.channel;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import java.util.Set;

/** Makes the {@link Channel} of a configured target; one bean per kind. */
public interface ChannelFactory {

  /** The kind of target it makes. */
  ChannelKind kind();

  /** The settings it knows beside {@link io.broadsheet.common.target.Targets#COMMON_SETTINGS}. */
  Set<String> settings();

  /**
   * Reads the target's settings.
   *
   * @throws ConfigurationFault naming the key that is missing or wrong, never a secret's value
   */
  Channel open(Target target);
}
