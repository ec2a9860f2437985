package io.broadsheet.lab.scenario;

import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
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
import java.sql.PreparedStatement;
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
import java.util.UUID;
import java.util.concurrent.Executor;
import org.eclipse.microprofile.config.Config;

/**
 * One post for one target of its own, two replicas that deliver it, and the faults that they meet.
 * A replica that dies is replaced.
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
    this.armed = new Armed(faults, coverage::passed);
    this.earlier = channel.needsEarlierPost() ? Optional.of(UUID.randomUUID()) : Optional.empty();
  }

  String target() {
    return channel.kind().wireName() + "-" + number;
  }

  LabChannel channel() {
    return channel;
  }

  int number() {
    return number;
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
      if (earlier.isPresent()) {
        publish(connection, event(earlier.get(), FIRST.minusDays(number)));
        postedEarlier(connection, earlier.get());
      }
      publish(connection, event(post, FIRST.plusDays(number)));
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
    LabPress press =
        new LabPress(config(), product.database(stage, lifeline), List.of(new Factory(lifeline)));
    try {
      press.start();
      presses.add(press);
    } catch (Crashed e) {
      // Another one is on its way.
    }
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
    String prefix = "broadsheet.targets." + target() + ".";
    settings.put(prefix + "channel", channel.kind().wireName());
    settings.put(prefix + "language", "ru");
    channel
        .settings(stage.sandboxUrl(), number)
        .forEach((key, value) -> settings.put(prefix + key, value));
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(settings, target(), 100))
        .build();
  }

  private PostEvent event(UUID id, LocalDate date) {
    String name = "%d-%s".formatted(number, id.toString().substring(0, 8));
    return new PostEvent(
        PostEvent.VERSION,
        id,
        target(),
        channel.kind().wireName(),
        "ru",
        1,
        date,
        "digest",
        "lab-" + name,
        "Испытание " + name,
        "Кратко.",
        "Текст *испытания*.",
        List.of("lab"),
        "https://example.org/ru/lab-" + name);
  }

  private void publish(Connection connection, PostEvent event) throws SQLException {
    run(
        connection,
        "insert into generator.edition (edition_date, content_type, state)"
            + " values (?, 'digest', 'published')",
        event.editionDate());
    run(
        connection,
        """
        insert into generator.blog_posts
          (id, edition_date, language, content_type, slug, title, summary, body_markdown, canonical_url)
        values (?, ?, 'ru', 'digest', ?, ?, ?, ?, ?)
        """,
        event.postId(),
        event.editionDate(),
        event.slug(),
        event.title(),
        event.summary(),
        event.bodyMarkdown(),
        event.canonicalUrl());
    UUID id = UUID.randomUUID();
    String payload = EventFormat.write(event);
    run(
        connection,
        """
        insert into generator.outbox (id, destination, target, aggregate_id, type, payload)
        values (?, ?, ?, ?, 'post', ?::jsonb)
        """,
        id,
        Topics.postDestination(channel.kind()),
        target(),
        event.postId(),
        payload);
    run(
        connection,
        """
        insert into publisher.delivery
          (post_id, target, event_id, channel, language, payload, created_at)
        values (?, ?, ?, ?, 'ru', ?::jsonb, clock_timestamp())
        """,
        event.postId(),
        target(),
        id,
        channel.kind().wireName(),
        payload);
  }

  // As if delivered before.
  private void postedEarlier(Connection connection, UUID id) throws SQLException {
    Channel real = channel.factory(stage.vertx()).open(labTarget());
    Form form = real.render(event(id, FIRST), Optional.empty()).form(1, 1);
    Outcome outcome = real.send(form, new Call(id.toString(), Deadline.after(EARLIER_TIMEOUT)));
    run(
        connection,
        """
        update publisher.delivery
        set state = 'posted', posted_at = transaction_timestamp(), external_id = ?
        where post_id = ?
        """,
        ((Outcome.Posted) outcome).externalId(),
        id);
    run(
        connection,
        "update generator.blog_posts set %s = transaction_timestamp() where id = ?"
            .formatted(channel.kind().postedAtColumn()),
        id);
  }

  private Target labTarget() {
    return new Target(target(), channel.kind(), "ru", channel.settings(stage.sandboxUrl(), number));
  }

  private static void run(Connection connection, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
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
