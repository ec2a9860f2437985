package io.broadsheet.generator.outbox;

import java.util.UUID;

/** What is said to an order. */
public sealed interface OrderReply {

  /**
   * It stands in the outbox, by this call or by an earlier one of the same order.
   *
   * @param commandId where to follow it
   */
  record Accepted(UUID commandId) implements OrderReply {}

  /**
   * The order itself is at fault, whatever the state of things.
   *
   * @param why for a person, with what to write instead
   */
  record Invalid(String why) implements OrderReply {}

  /**
   * There is no such post, target or delivery.
   *
   * @param why for a person
   */
  record NotFound(String why) implements OrderReply {}

  /**
   * As things stand it cannot be done.
   *
   * @param why for a person, with what to do instead
   */
  record Conflict(String why) implements OrderReply {}
}
