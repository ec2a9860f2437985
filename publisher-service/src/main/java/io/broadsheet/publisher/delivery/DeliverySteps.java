package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import java.time.Duration;

/** The steps of the protocol, each with its one method, wired to one database. */
record DeliverySteps(
    RegisterTargets registerTargets,
    ClaimDue claimDue,
    ReleaseClaims releaseClaims,
    DeliverClaim deliverClaim,
    LookAhead lookAhead,
    ExpireLeases expireLeases,
    ParkOverdue parkOverdue,
    PausedTargets pausedTargets,
    EndSilentSessions endSilentSessions,
    Verifications verifications) {

  /**
   * Wires them.
   *
   * @param signals wakes a target's worker when its pause has ended
   * @param replica this process's name in the attempts' rows
   * @param maxAgeElsewhere for targets that are not configured here
   */
  static DeliverySteps of(
      Database database,
      DueSignals signals,
      DeliveryMetrics metrics,
      String replica,
      Duration maxAgeElsewhere) {
    Holds holds = new Holds();
    Verifications verifications = new Verifications(new VerifyTarget(database, holds), signals);
    EndSilentSessions endSilentSessions = new EndSilentSessions(database);
    ReleaseClaims releaseClaims = new ReleaseClaims(database, endSilentSessions);
    RecordAnswer recordAnswer =
        new RecordAnswer(
            new Complete(database),
            new Advance(database),
            new Settle(database),
            new LookAgain(database),
            endSilentSessions,
            verifications,
            metrics);
    return new DeliverySteps(
        new RegisterTargets(database),
        new ClaimDue(database, replica),
        releaseClaims,
        new DeliverClaim(new Freeze(database), releaseClaims, recordAnswer, metrics, holds),
        new LookAhead(database),
        new ExpireLeases(database),
        new ParkOverdue(database, maxAgeElsewhere),
        new PausedTargets(database),
        endSilentSessions,
        verifications);
  }
}
