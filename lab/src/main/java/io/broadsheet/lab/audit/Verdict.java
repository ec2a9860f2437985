package io.broadsheet.lab.audit;

import java.util.List;

/**
 * What an audit says of one invariant.
 *
 * @param findings empty if it held
 */
public record Verdict(String invariant, List<Finding> findings) {

  /** Whether it held. */
  public boolean held() {
    return findings.isEmpty();
  }
}
