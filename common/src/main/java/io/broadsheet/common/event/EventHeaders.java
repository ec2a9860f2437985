package io.broadsheet.common.event;

/**
 * The headers of every record on a {@code broadsheet.*} topic, as UTF-8 text. The record's
 * timestamp is the outbox row's {@code created_at} (epoch milliseconds).
 */
public final class EventHeaders {

  /** The outbox row's id, a UUID. */
  public static final String ID = "id";

  /** The outbox row's {@code seq}, decimal. */
  public static final String SEQ = "seq";

  /** The outbox row's {@code type}. */
  public static final String TYPE = "type";

  /** The target's name. */
  public static final String TARGET = "target";

  /** The delivery's generation, decimal, 1 or more. */
  public static final String GENERATION = "generation";

  /** W3C trace context; absent when the row has none. */
  public static final String TRACEPARENT = "traceparent";

  private EventHeaders() {}
}
