package io.broadsheet.generator.api;

/** The bodies of orders. {@code by} is who orders it, {@code operator} if it is missing. */
public final class CommandOrders {

  private CommandOrders() {}

  /** {@code publish} and {@code resume}. */
  public record Plain(String by, String reason) {}

  /**
   * {@code republish}.
   *
   * @param reason required
   */
  public record Republish(String by, String reason) {}

  /**
   * {@code retry}.
   *
   * @param force also where the post may be on the channel already
   */
  public record Retry(String by, String reason, boolean force) {}

  /**
   * {@code skip}.
   *
   * @param reason required
   * @param force also where the post, or a part of it, may be on the channel already
   */
  public record Skip(String by, String reason, boolean force) {}

  /**
   * {@code confirm-posted}.
   *
   * @param externalId the channel's id of the post; required
   * @param externalUrl where readers see it; may be missing
   * @param reason required
   */
  public record ConfirmPosted(String by, String reason, String externalId, String externalUrl) {}

  /**
   * {@code pause}.
   *
   * @param reason required
   * @param until when the target opens by itself, in the future; missing: not before a {@code
   *     resume}
   */
  public record Pause(String by, String reason, String until) {}
}
