package io.broadsheet.embedded.proxy;

import java.time.Duration;

/**
 * What becomes of the bytes of one direction of a connection. A mode takes effect at once and holds
 * until the next one is applied. Where bytes have been lost, nothing passes in that direction any
 * more: a stream with a hole would be a fault that no network makes.
 */
public sealed interface Mode {
  /** Bytes and ends are passed on. */
  record Pass() implements Mode {}

  /**
   * What is read is passed on after {@code by}; what arrives meanwhile is read then, so it may take
   * twice as long.
   */
  record Delay(Duration by) implements Mode {}

  /**
   * Nothing passes, and nothing is lost: the sender's bytes wait in buffers until they are full. It
   * is a network that drops packets for a while, and a receiver that stands still.
   */
  record Stall() implements Mode {}

  /**
   * Bytes, ends and resets of the sender are taken and lost, and the receiver hears nothing. The
   * sender's kernel sees its bytes acknowledged, so no TCP timeout helps it.
   *
   * @param after so many bytes still pass, 0 or more, counted from when the mode is applied
   */
  record BlackHole(long after) implements Mode {}

  /**
   * The receiver sees the end of the stream; the sender hears nothing, and its further bytes are
   * lost. With a {@link BlackHole} in the other direction the receiver is gone and the sender does
   * not know.
   */
  record HalfOpen() implements Mode {}

  /** The whole connection is reset at both ends (RST, without FIN). */
  record Reset() implements Mode {}

  /**
   * So many bytes still pass; the byte after them resets the whole connection.
   *
   * @param bytes 0 or more, counted from when the mode is applied
   */
  record CutAfter(long bytes) implements Mode {}

  /** {@link Pass}. */
  static Mode pass() {
    return new Pass();
  }

  /** {@link Delay}. */
  static Mode delay(Duration by) {
    return new Delay(by);
  }

  /** {@link Stall}. */
  static Mode stall() {
    return new Stall();
  }

  /** {@link BlackHole} from the next byte on. */
  static Mode blackHole() {
    return blackHoleAfter(0);
  }

  /** {@link BlackHole}. */
  static Mode blackHoleAfter(long bytes) {
    return new BlackHole(bytes);
  }

  /** {@link HalfOpen}. */
  static Mode halfOpen() {
    return new HalfOpen();
  }

  /** {@link Reset}. */
  static Mode reset() {
    return new Reset();
  }

  /** {@link CutAfter}. */
  static Mode cutAfter(long bytes) {
    return new CutAfter(bytes);
  }
}
