package io.broadsheet.lab.audit;

import java.util.List;

/** One promise of {@code docs/guarantees.md}, as a question to the evidence. */
public interface Invariant {

  /** Its number there and what is asked, for reports. */
  String name();

  /** What contradicts it; empty if it held. */
  List<Finding> findings(Evidence evidence);
}
