package io.broadsheet.generator.writing.spend;

import io.broadsheet.generator.writing.WritingFailed;

/** The next call could pass a cap of money or of calls, so it was not made. */
public class BudgetReached extends WritingFailed {

  private static final long serialVersionUID = 1L;

  /**
   * @param reason with the cap, what is spent and what the call could cost
   */
  public BudgetReached(String reason) {
    super(reason);
  }
}
