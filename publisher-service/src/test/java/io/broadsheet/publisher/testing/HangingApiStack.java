package io.broadsheet.publisher.testing;

import java.util.Map;

/** A {@link PressStack} whose webhook may hang for longer than Kafka waits for a consumer. */
public class HangingApiStack extends PressStack {

  /** How many calls hang at once. */
  public static final int CALLS = 3;

  /** After so long without a poll a consumer loses its partitions, in seconds. */
  public static final int LONGEST_BETWEEN_POLLS_S = 6;

  private static final String CONSUMERS = "mp.messaging.connector.smallrye-kafka.";

  @Override
  public Map<String, String> start() {
    Map<String, String> config = super.start();
    // What hangs does so for no longer: long enough to look at all else meanwhile.
    config.put("broadsheet.targets.webhook-ru.timeout", "30s");
    config.put("broadsheet.targets.webhook-ru.max-in-flight", Integer.toString(CALLS));
    config.put(
        CONSUMERS + "max.poll.interval.ms", Integer.toString(LONGEST_BETWEEN_POLLS_S * 1000));
    return config;
  }
}
