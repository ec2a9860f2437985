package io.broadsheet.publisher.channel;

/**
 * A destination's change of address, as its API told it: kept for the target until its
 * configuration names the new one.
 *
 * @param from the configured address that moved
 * @param to where it is now
 */
public record Move(String from, String to) {

  /** The address to use for a configured one: the new one if that is what moved. */
  public String apply(String configured) {
    return configured.equals(from) ? to : configured;
  }
}
