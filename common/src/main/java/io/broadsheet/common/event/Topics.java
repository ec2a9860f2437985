package io.broadsheet.common.event;

import io.broadsheet.common.target.ChannelKind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The topics' names, and the outbox's {@code destination} that leads to each. */
public final class Topics {

  /** Operator commands, keyed by target. */
  public static final String COMMAND = "broadsheet.command";

  /** Events that could not be taken, with their bytes and the reason. */
  public static final String DEAD_LETTER = "broadsheet.dead-letter";

  /** The largest payload of an outbox row, in bytes. */
  public static final int MAX_PAYLOAD_BYTES = 10 * 1024 * 1024;

  /**
   * The largest message that topics, producers and consumers admit, in bytes: such a payload with
   * its key and headers fits, where the broker's default of 1 MB would refuse it.
   */
  public static final int MAX_MESSAGE_BYTES = 11 * 1024 * 1024;

  private static final String PREFIX = "broadsheet.";

  private Topics() {}

  /** The topic of a channel's posts, keyed by post id: {@code broadsheet.post.<channel>}. */
  public static String post(ChannelKind channel) {
    return of(postDestination(channel));
  }

  /** The outbox's {@code destination} of a channel's posts: {@code post.<channel>}. */
  public static String postDestination(ChannelKind channel) {
    return "post." + channel.wireName();
  }

  /** The topic of an outbox row's {@code destination}. */
  public static String of(String destination) {
    return PREFIX + destination;
  }

  /** Every topic. */
  public static List<String> all() {
    return Stream.concat(
            Arrays.stream(ChannelKind.values()).map(Topics::post), Stream.of(COMMAND, DEAD_LETTER))
        .toList();
  }
}
