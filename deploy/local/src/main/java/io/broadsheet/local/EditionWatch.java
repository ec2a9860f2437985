package io.broadsheet.local;

import io.broadsheet.local.GeneratorApi.Delivery;
import io.broadsheet.local.GeneratorApi.Edition;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Follows one edition from its first step to the last of its deliveries, and tells each change. */
final class EditionWatch {
  private static final Duration STEP = Duration.ofMillis(200);
  // The generator makes an overdue edition when it starts; only if it does not is it asked to.
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Set<String> AT_REST = Set.of("posted", "parked", "skipped");
  private static final Set<String> UNDER_WAY = Set.of("writing", "translating", "published");

  private final GeneratorApi api;
  private final Progress progress;
  private final LocalDate date;
  private final Collection<String> targets;
  private final Map<String, String> told = new HashMap<>();
  private final Set<String> toldSteps = new HashSet<>();
  private final Map<String, Delivery> deliveries = new TreeMap<>();

  /**
   * @param targets names of all configured targets
   */
  EditionWatch(GeneratorApi api, Progress progress, LocalDate date, Collection<String> targets) {
    this.api = api;
    this.progress = progress;
    this.date = date;
    this.targets = new TreeSet<>(targets);
  }

  /**
   * Follows until every delivery is posted. A target that was configured after the edition was
   * published has none; that is told and not waited for.
   *
   * @param limit how long at most
   * @param stack checked all the while; throws if a part has ended
   * @return empty when every delivery is posted, else the reason why not
   */
  Optional<String> follow(Duration limit, Runnable stack) {
    long start = System.nanoTime();
    Edition before = ask().orElse(null);
    Edition edition = before;
    boolean asked = false;
    while (System.nanoTime() - start < limit.toNanos()) {
      stack.run();
      edition = ask().orElse(edition);
      tell(edition);
      Optional<String> end = ended(edition, before);
      if (end.isPresent()) {
        return end;
      }
      if (edition != null && edition.state().equals("published")) {
        leaveOutLateTargets(edition);
        look(edition);
        if (allAtRest()) {
          return unposted();
        }
      }
      boolean idle = edition == null || !UNDER_WAY.contains(edition.state());
      if (idle && !asked && System.nanoTime() - start > PATIENCE.toNanos()) {
        asked = true;
        api.generate(date);
      }
      pause();
    }
    return Optional.of("after " + limit.toSeconds() + " s " + unfinished(edition));
  }

  private Optional<Edition> ask() {
    try {
      return api.edition(date);
    } catch (UncheckedIOException e) {
      return Optional.empty();
    }
  }

  /** What was published before a target was configured goes there only by order. */
  private void leaveOutLateTargets(Edition edition) {
    for (String target : List.copyOf(targets)) {
      if (!edition.targets().contains(target)) {
        tell(
            target,
            "has no delivery: the edition was published before it was configured; publish sends it there");
        targets.remove(target);
      }
    }
  }

  private void look(Edition edition) {
    try {
      for (Delivery delivery : api.deliveries(edition.titles())) {
        deliveries.put(delivery.target(), delivery);
        tell(delivery);
      }
    } catch (UncheckedIOException e) {
      tell("deliveries", "cannot be read yet: " + e.getCause().getMessage());
    }
  }

  private static Optional<String> ended(Edition edition, Edition before) {
    if (edition == null) {
      return Optional.empty();
    }
    return switch (edition.state()) {
      case "held" ->
          Optional.of("the edition is held: it waits for approval (broadsheet.approval.mode)");
      case "skipped" -> Optional.of("the edition is skipped: " + edition.lastError());
      case "failed" ->
          before == null || edition.attempts() > before.attempts()
              ? Optional.of("the edition failed: " + edition.lastError())
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private boolean allAtRest() {
    return deliveries.keySet().containsAll(targets)
        && deliveries.values().stream().allMatch(delivery -> AT_REST.contains(delivery.state()));
  }

  private Optional<String> unposted() {
    List<String> unposted =
        deliveries.values().stream()
            .filter(delivery -> !delivery.state().equals("posted"))
            .map(delivery -> describe(delivery))
            .toList();
    return unposted.isEmpty()
        ? Optional.empty()
        : Optional.of("not every delivery is posted: " + String.join("; ", unposted));
  }

  private String unfinished(Edition edition) {
    if (edition == null) {
      return "there is no edition of " + date;
    }
    if (!edition.state().equals("published")) {
      return "the edition is still " + edition.state();
    }
    return targets.stream()
        .map(
            target ->
                Optional.ofNullable(deliveries.get(target))
                    .map(EditionWatch::describe)
                    .orElse(target + " has no delivery"))
        .filter(text -> !text.endsWith(" posted"))
        .collect(Collectors.joining("; ", "not every delivery is posted: ", ""));
  }

  private static String describe(Delivery delivery) {
    String error = delivery.lastError().isEmpty() ? "" : " (" + delivery.lastError() + ")";
    return delivery.state().equals("posted")
        ? delivery.target() + " posted"
        : delivery.target() + " " + delivery.state() + error;
  }

  private void tell(Edition edition) {
    if (edition != null) {
      if (toldSteps.isEmpty()) {
        tellState(edition);
      }
      edition.steps().stream().filter(toldSteps::add).forEach(step -> progress.say("step", step));
      tellState(edition);
    }
  }

  private void tellState(Edition edition) {
    String titles = edition.titles().values().stream().sorted().collect(Collectors.joining(", "));
    tell("edition", date + " " + edition.state() + (titles.isEmpty() ? "" : ": " + titles));
  }

  private void tell(Delivery delivery) {
    String attempt = delivery.attempts() > 1 ? ", attempt " + delivery.attempts() : "";
    String outcome =
        delivery.state().equals("posted") ? "  " + delivery.url() : suffix(delivery.lastError());
    tell(delivery.target(), delivery.state() + attempt + outcome);
  }

  private static String suffix(String error) {
    return error.isEmpty() ? "" : ": " + error;
  }

  private void tell(String subject, String what) {
    if (!what.equals(told.put(subject, what))) {
      progress.say(subject, what);
    }
  }

  /** What is known of the deliveries, ordered by target. */
  Collection<Delivery> deliveries() {
    return deliveries.values();
  }

  private static void pause() {
    try {
      Thread.sleep(STEP.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UpFailed("Interrupted.", e);
    }
  }
}
