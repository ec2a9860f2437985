package io.broadsheet.generator.writing;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Durations;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/**
 * How often may be asked again: the only retries of the newsroom. A step's time is {@code
 * broadsheet.writers.deadline}.
 *
 * @param attempts how often one writer is asked for one text ({@code broadsheet.retry.attempts}, 3)
 * @param backoff the wait before the second time, doubled before each next ({@code
 *     broadsheet.retry.backoff}, 1s)
 * @param editionRepeats how many questions of one attempt at an edition may be repetitions ({@code
 *     broadsheet.retry.edition-repeats}, 30)
 * @param editionTime after which nothing is repeated, from the attempt's beginning ({@code
 *     broadsheet.retry.edition-time}, 30m)
 */
public record RetrySettings(
    int attempts, Duration backoff, int editionRepeats, Duration editionTime) {

  /**
   * Reads and checks them.
   *
   * @throws ConfigurationFault naming the first key at fault
   */
  public static RetrySettings read(Config config) {
    return new RetrySettings(
        count(config, "broadsheet.retry.attempts", 1, 10, 3),
        time(config, "broadsheet.retry.backoff", Duration.ofSeconds(1)),
        count(config, "broadsheet.retry.edition-repeats", 0, 1000, 30),
        time(config, "broadsheet.retry.edition-time", Duration.ofMinutes(30)));
  }

  private static int count(Config config, String key, int least, int most, int fallback) {
    int value = WriterSettings.value(config, key, Integer.class).orElse(fallback);
    if (value < least || value > most) {
      throw new ConfigurationFault(
          key, "is " + value + "; write a number from " + least + " to " + most);
    }
    return value;
  }

  private static Duration time(Config config, String key, Duration fallback) {
    Duration value = Durations.find(config, key).orElse(fallback);
    if (value.compareTo(Duration.ofDays(1)) > 0) {
      throw new ConfigurationFault(key, "is " + value + "; write a time from 1ms to 1d");
    }
    return value;
  }
}
