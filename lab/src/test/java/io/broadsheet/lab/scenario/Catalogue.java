package io.broadsheet.lab.scenario;

import static io.broadsheet.lab.scenario.Fault.Kind.CRASH;
import static io.broadsheet.lab.scenario.Fault.Kind.FREEZE;
import static io.broadsheet.lab.scenario.Fault.Kind.LATE_EFFECT;
import static io.broadsheet.lab.scenario.Fault.Kind.LOST;

import io.broadsheet.lab.scenario.Fault.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Every fault at every point of a delivery, each with what leads to that point. */
final class Catalogue {

  private static final Fault ANSWER_LOST = new Fault(FaultPoint.after("send"), LOST);
  private static final Fault DIES_AFTER_EFFECT = new Fault(FaultPoint.after("send"), CRASH);
  private static final Fault NOT_FROZEN = new Fault(FaultPoint.before("Freeze"), LOST);
  private static final Fault CLAIM_LOST = new Fault(FaultPoint.after("ClaimDue"), LOST);
  private static final Fault COMPLETION_LOST = new Fault(FaultPoint.after("Complete"), LOST);

  /** Leads to the second message. */
  private static final Fault ADVANCED = new Fault(FaultPoint.after("Advance"), LOST);

  private static final List<Kind> KINDS = List.of(CRASH, LOST, FREEZE);

  private Catalogue() {}

  /** A fault and, before it, those that lead to its point. */
  record Way(List<Fault> faults) {

    static Way to(String step, boolean after, Kind kind, Fault... before) {
      List<Fault> faults = new ArrayList<>(List.of(before));
      faults.add(new Fault(new FaultPoint(step, after), kind));
      return new Way(List.copyOf(faults));
    }

    Fault last() {
      return faults.get(faults.size() - 1);
    }
  }

  /** What each channel meets. */
  static List<Way> single(LabChannel channel) {
    return channel == LabChannel.TELEGRAM_FULL ? betweenMessages() : delivering(channel);
  }

  // Of the first message the same holds as for a post in one.
  private static List<Way> betweenMessages() {
    List<Way> ways = new ArrayList<>();
    add(ways, "Advance", KINDS);
    add(ways, "send", KINDS, ADVANCED);
    ways.add(Way.to("send", false, LATE_EFFECT, ADVANCED));
    add(ways, "Complete", KINDS, ADVANCED);
    add(ways, "Settle", KINDS, ADVANCED, ANSWER_LOST);
    add(ways, "probe", KINDS, ADVANCED, ANSWER_LOST);
    return ways;
  }

  private static List<Way> delivering(LabChannel channel) {
    List<Way> ways = new ArrayList<>();
    for (String step : List.of("ClaimDue", "Freeze", "send", "Complete")) {
      add(ways, step, KINDS);
    }
    ways.add(Way.to("send", false, LATE_EFFECT));
    add(ways, "Settle", KINDS, ANSWER_LOST);
    add(ways, "LookAgain", KINDS, COMPLETION_LOST);
    add(ways, "ExpireLeases", KINDS, DIES_AFTER_EFFECT);
    add(ways, "ReleaseClaims", KINDS, NOT_FROZEN);
    ways.add(Way.to("ReleaseClaims", true, LOST, CLAIM_LOST));
    if (channel.probed()) {
      add(ways, "probe", KINDS, ANSWER_LOST);
    }
    return ways;
  }

  /** What a replica does beside its deliveries, whatever the channel. */
  static List<Way> beside() {
    List<Way> ways = new ArrayList<>();
    // Before it holds or knows anything: a replica that stands still there only starts later.
    add(ways, "Press", List.of(CRASH, LOST));
    for (String step :
        List.of("RegisterTargets", "VerifyTarget", "PausedTargets", "ParkOverdue", "LookAhead")) {
      add(ways, step, KINDS);
    }
    return ways;
  }

  /** Two of a channel's, by chance. */
  static Way pair(LabChannel channel, Random random) {
    List<Way> ways = single(channel);
    List<Fault> faults = new ArrayList<>(ways.get(random.nextInt(ways.size())).faults());
    faults.addAll(ways.get(random.nextInt(ways.size())).faults());
    return new Way(faults);
  }

  private static void add(List<Way> ways, String step, List<Kind> kinds, Fault... before) {
    for (Kind kind : kinds) {
      ways.add(Way.to(step, false, kind, before));
      ways.add(Way.to(step, true, kind, before));
    }
  }
}
