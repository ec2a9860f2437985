package io.broadsheet.common.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.UUID;

/**
 * An operator's command; the value of a record on {@code broadsheet.command} and the payload of its
 * outbox row. The contract stands in {@code docs/command-event.schema.json}.
 *
 * @param v the format's version, always {@link #VERSION}
 * @param id the outbox row's id, by which the operator follows it
 * @param target the target's name and the record's key; of a replay for all targets of a channel
 *     the channel's name
 * @param operator who ordered it
 * @param reason why; null if none was given
 * @param at when it was ordered, by the database's clock
 * @param command what is to be done
 */
@JsonPropertyOrder({"v", "id", "target", "operator", "reason", "at", "command"})
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CommandEvent(
    @JsonProperty(required = true) int v,
    @JsonProperty(required = true) UUID id,
    @JsonProperty(required = true) String target,
    @JsonProperty(required = true) String operator,
    @JsonProperty String reason,
    @JsonProperty(required = true) OffsetDateTime at,
    @JsonProperty(required = true) Command command) {

  /** The version this code writes and reads. */
  public static final int VERSION = 1;

  /** The outbox's {@code type} of such an event. */
  public static final String TYPE = "command";

  /** The outbox's {@code destination} that leads to {@link Topics#COMMAND}. */
  public static final String DESTINATION = "command";

  public CommandEvent {
    Objects.requireNonNull(id, "id is null");
    Objects.requireNonNull(target, "target is null");
    Objects.requireNonNull(operator, "operator is null");
    Objects.requireNonNull(at, "at is null");
    Objects.requireNonNull(command, "command is null");
  }
}
