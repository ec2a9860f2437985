package io.broadsheet.generator.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.database.Database;
import io.broadsheet.common.target.Targets;
import io.broadsheet.embedded.proxy.Mode;
import io.broadsheet.embedded.proxy.PostgreSqlFault;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.broadsheet.generator.testing.MigratedDatabase;
import io.broadsheet.generator.testing.TestConfig;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A network that fails while the publish transaction commits. */
class PublishFaultsIT {

  private static final LocalDate DATE = LocalDate.of(2026, 11, 30);
  private static final Duration A_MINUTE = Duration.ofSeconds(60);
  private static final String PUBLISH = "insert into generator.blog_posts";
  private static MigratedDatabase database;

  private final List<PostsPublished> published = new ArrayList<>();
  private TcpProxy network;
  private Database behindIt;

  @BeforeAll
  static void migrate() {
    database = MigratedDatabase.withoutSlot();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void connect() {
    database.execute("truncate generator.edition cascade");
    database.execute("truncate generator.outbox cascade");
    network = TcpProxy.to("127.0.0.1", database.server().port());
    behindIt = database.databaseBehind(network.port());
  }

  @AfterEach
  void disconnect() {
    network.close();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  @Case("G6")
  void theOutcomeIsReadBackAndNothingIsPublishedTwice(String name, PostgreSqlFault fault) {
    database.execute(
        """
        insert into generator.edition (edition_date, content_type, state, fence, lease_owner,
            lease_until)
        values (?, 'digest', 'translating', 3, 'a', clock_timestamp() + interval '1 minute')
        """,
        DATE);
    network.watch(fault);
    long start = System.nanoTime();

    assertThat(
            transaction()
                .publish(DATE, 3, List.of(post("ru", "svod"), post("en", "digest")), Approval.NONE))
        .isTrue();

    assertThat(fault.hasStruck()).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(A_MINUTE);
    assertThat(database.query("select state from generator.edition")).containsExactly("published");
    assertThat(database.query("select language from generator.blog_posts order by 1"))
        .containsExactly("en", "ru");
    assertThat(database.query("select target from generator.outbox order by 1"))
        .containsExactly("telegram-en", "telegram-ru");
    assertThat(published).containsExactly(new PostsPublished(DATE, 2));
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        Arguments.of("reset after it", PostgreSqlFault.atAnswer(PUBLISH, Mode.cutAfter(0))),
        Arguments.of(
            "reset within its answer", PostgreSqlFault.atAnswer(PUBLISH, Mode.cutAfter(9))),
        Arguments.of("reset before it", PostgreSqlFault.beforeExecution(PUBLISH, Mode.cutAfter(0))),
        Arguments.of(
            "reset within its texts", PostgreSqlFault.beforeExecution(PUBLISH, Mode.cutAfter(100))),
        Arguments.of("ended before it", PostgreSqlFault.beforeExecution(PUBLISH, Mode.halfOpen())),
        Arguments.of("silent after it", PostgreSqlFault.atAnswer(PUBLISH, Mode.blackHole())));
  }

  private PublishTransaction transaction() {
    Targets targets =
        Targets.read(
            TestConfig.of(
                Map.of(
                    "broadsheet.targets.telegram-ru.channel", "telegram",
                    "broadsheet.targets.telegram-ru.language", "ru",
                    "broadsheet.targets.telegram-en.channel", "telegram",
                    "broadsheet.targets.telegram-en.language", "en")),
            List.of("ru", "en"));
    return new PublishTransaction(
        behindIt, targets, new SiteUrl("https://example.org"), published::add);
  }

  private static NewPost post(String language, String slug) {
    return new NewPost(language, "digest", slug, "Title", "Summary", "Body", List.of("java"));
  }
}
