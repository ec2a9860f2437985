package io.broadsheet.generator.writing;

import java.util.Optional;

/** A model gave no usable answer; the message says why, without the key. */
public class ChatFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient ChatFault fault;
  private final transient Answer answer;
  private final boolean free;

  private ChatFailure(ChatFault fault, Answer answer, boolean free) {
    super(fault.told());
    this.fault = fault;
    this.answer = answer;
    this.free = free;
  }

  /** The call was turned down before any work, or never arrived: it cost nothing. */
  public static ChatFailure free(ChatFault fault) {
    return new ChatFailure(fault, null, true);
  }

  /** Whether the call cost anything is not known. */
  public static ChatFailure unpriced(ChatFault fault) {
    return new ChatFailure(fault, null, false);
  }

  /** There was an answer, to be paid for like a good one. */
  public static ChatFailure answered(ChatFault fault, Answer answer) {
    return new ChatFailure(fault, answer, false);
  }

  /** What happened. */
  public ChatFault fault() {
    return fault;
  }

  /** The answer, where there was one. */
  public Optional<Answer> answer() {
    return Optional.ofNullable(answer);
  }

  /** Whether it surely cost nothing. */
  public boolean isFree() {
    return free;
  }
}
