package io.broadsheet.lab.scenario;

import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.broadsheet.lab.audit.Evidence.Place;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.ChannelFactory;
import io.broadsheet.publisher.channel.Deadline;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.delivery.LabPress;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.eclipse.microprofile.config.Config;

/**
 * One post for one target of its own, with the companion that this may have, two replicas that
 * deliver it, and the faults that they meet. A replica that dies is replaced.
 */
final class Scenario {

  private static final LocalDate FIRST = LocalDate.of(2000, 1, 1);

  /** Short, but the least that the product takes: its lease is 7 s. */
  private static final Map<String, String> TIMES =
      Map.of(
          "broadsheet.delivery.timeout", "1s",
          "broadsheet.delivery.probe-settle", "3s",
          "broadsheet.delivery.backoff-base", "200ms",
          "broadsheet.delivery.backoff-max", "1s",
          "broadsheet.delivery.max-attempts", "50",
          "broadsheet.delivery.max-probes", "50",
          "broadsheet.delivery.slow-poll", "2s",
          "broadsheet.drain-timeout", "1s");

  private static final int REPLICAS = 2;
  private static final Duration EARLIER_TIMEOUT = Duration.ofSeconds(10);

  private final Stage stage;
  private final Executor threads;
  private final Product product;
  private final LabChannel channel;
  private final int number;
  private final List<Fault> faults;
  private final Armed armed;
  private final UUID post = UUID.randomUUID();
  private final Optional<UUID> earlier;
  private final List<LabPress> presses = new ArrayList<>();
  private boolean ended;

  /**
   * @param threads for what outlives a replica
   * @param number no other scenario's; 1000 or more
   */
  Scenario(
      Stage stage,
      Executor threads,
      Product product,
      LabChannel channel,
      int number,
      List<Fault> faults,
      Coverage coverage) {
    this.stage = stage;
    this.threads = threads;
    this.product = product;
    this.channel = channel;
    this.number = number;
    this.faults = List.copyOf(faults);
    this.armed = new Armed(faults, coverage::passed, () -> product.thaws(stage, post));
    this.earlier = channel.needsEarlierPost() ? Optional.of(UUID.randomUUID()) : Optional.empty();
  }

  String target() {
    return target(channel);
  }

  private String target(LabChannel of) {
    return of.kind().wireName() + "-" + number;
  }

  /** Its target, and the one that this waits for, with their channels. */
  private Map<String, LabChannel> targets() {
    Map<String, LabChannel> targets = new TreeMap<>(Map.of(target(), channel));
    channel.companion().ifPresent(companion -> targets.put(target(companion), companion));
    return targets;
  }

  /** Where its targets' posts appear, by the target's name. */
  Map<String, Place> places() {
    Map<String, Place> places = new HashMap<>();
    targets().forEach((target, of) -> places.put(target, of.place(number)));
    return places;
  }

  /** The faults that nobody has met. */
  List<Fault> unmet() {
    return armed.left();
  }

  /** The post that meets the faults. */
  UUID post() {
    return post;
  }

  /** All its posts. */
  Set<UUID> posts() {
    Set<UUID> posts = new HashSet<>(Set.of(post));
    earlier.ifPresent(posts::add);
    return posts;
  }

  /** Whether one of its replicas stands still, and will go on. */
  boolean isFrozen() {
    return armed.isFrozen();
  }

  /** Publishes the post, takes it in, and starts the replicas. */
  void begin() throws SQLException {
    try (Connection connection = stage.owner()) {
      connection.setAutoCommit(false);
      PostRows rows = new PostRows(connection);
      if (earlier.isPresent()) {
        rows.publish(events(earlier.get(), FIRST.minusDays(number)));
        postedEarlier(rows, earlier.get());
      }
      rows.publish(events(post, FIRST.plusDays(number)));
      connection.commit();
    }
    for (int i = 0; i < REPLICAS; i++) {
      startReplica();
    }
  }

  private synchronized void startReplica() {
    if (ended) {
      return;
    }
    Lifeline lifeline = new Lifeline(armed, () -> threads.execute(this::startReplica));
    LabPress press = new LabPress(config(), product.database(stage, lifeline), factories(lifeline));
    try {
      press.start();
      presses.add(press);
    } catch (Crashed e) {
      // Another one is on its way.
    }
  }

  private List<ChannelFactory> factories(Lifeline lifeline) {
    List<ChannelFactory> factories = new ArrayList<>(List.of(new Factory(lifeline)));
    channel.companion().ifPresent(companion -> factories.add(companion.factory(stage.vertx())));
    return factories;
  }

  /** Stops what lives. */
  void end() {
    synchronized (this) {
      ended = true;
    }
    presses.forEach(LabPress::stop);
  }

  private Config config() {
    Map<String, String> settings = new HashMap<>(TIMES);
    settings.put("broadsheet.languages.source", "ru");
    settings.put("broadsheet.languages.translations", "en");
    targets()
        .forEach(
            (target, of) -> {
              String prefix = "broadsheet.targets." + target + ".";
              settings.put(prefix + "channel", of.kind().wireName());
              settings.put(prefix + "language", "ru");
              of.companion()
                  .ifPresent(companion -> settings.put(prefix + "companion", target(companion)));
              of.settings(stage.sandboxUrl(), number)
                  .forEach((key, value) -> settings.put(prefix + key, value));
            });
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(settings, target(), 100))
        .build();
  }

  private PostEvent event(String target, ChannelKind kind, UUID id, LocalDate date) {
    String name = "%d-%s".formatted(number, id.toString().substring(0, 8));
    return new PostEvent(
        PostEvent.VERSION,
        id,
        target,
        kind.wireName(),
        "ru",
        1,
        date,
        "digest",
        "lab-" + name,
        "Испытание " + name,
        "Кратко.",
        channel.body(),
        List.of("lab"),
        "https://example.org/ru/lab-" + name);
  }

  private List<PostEvent> events(UUID id, LocalDate date) {
    List<PostEvent> events = new ArrayList<>();
    targets().forEach((target, of) -> events.add(event(target, of.kind(), id, date)));
    return events;
  }

  // As if delivered before.
  private void postedEarlier(PostRows rows, UUID id) throws SQLException {
    Channel real = channel.factory(stage.vertx()).open(labTarget());
    Form form =
        real.render(event(target(), channel.kind(), id, FIRST), Optional.empty()).form(1, 1);
    Outcome outcome = real.send(form, new Call(id.toString(), Deadline.after(EARLIER_TIMEOUT)));
    rows.posted(id, channel.kind(), ((Outcome.Posted) outcome).externalId());
  }

  private Target labTarget() {
    return new Target(target(), channel.kind(), "ru", channel.settings(stage.sandboxUrl(), number));
  }

  @Override
  public String toString() {
    return "%s as %s: %s".formatted(channel, target(), faults);
  }

  /** Opens the real channel between two fault points. */
  private final class Factory implements ChannelFactory {

    private final ChannelFactory real = channel.factory(stage.vertx());
    private final Lifeline lifeline;

    private Factory(Lifeline lifeline) {
      this.lifeline = lifeline;
    }

    @Override
    public ChannelKind kind() {
      return real.kind();
    }

    @Override
    public Set<String> settings() {
      return real.settings();
    }

    @Override
    public Channel open(Target target) {
      return product.channel(new FaultyChannel(real.open(target), lifeline, threads));
    }
  }
}
