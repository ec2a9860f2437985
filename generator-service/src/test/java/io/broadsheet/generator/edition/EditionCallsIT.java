package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.NewsroomStack;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What calls to models come to: asked again or not, paid for, written down. */
@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class EditionCallsIT extends EmptyNewsroom {

  private static final String OPEN_SECTIONS =
      "select count(*) from generator.llm_call where ended_at is null and step = 'section'";
  private static final String SLEEPING =
      "select count(*) from pg_stat_activity where datname = current_database()"
          + " and state = 'active' and query = 'select pg_sleep(1.5)'";

  @Inject MeterRegistry metrics;

  @ConfigProperty(name = "broadsheet.relay.url")
  String databaseUrl;

  @ConfigProperty(name = "quarkus.datasource.password")
  String password;

  @ConfigProperty(name = "quarkus.datasource.reactive.max-size")
  int poolSize;

  @TestHTTPResource("/")
  URI root;

  @Test
  @Case("L1")
  void anEmptyAnswerIsAskedForAgainAndTheWriterThenLeftOut() {
    sandbox.misbehave("boris", "empty", 3);

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(outcomes("boris"))
        .containsExactly("section empty", "section empty", "section empty");
    assertThat(russian()).doesNotContain("boris").contains("vera");
  }

  @Test
  @Case("L1")
  void anEmptyAnswerThatIsFollowedByAGoodOneLeavesNobodyOut() {
    sandbox.misbehave("boris", "empty", 1);

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(outcomes("boris")).startsWith("section empty", "section good");
    assertThat(russian()).contains("boris");
  }

  @Test
  @Case("L6")
  void anExhaustedQuotaIsNotAskedAgainAndStandsInTheEdition() {
    sandbox.misbehave("boris", "quota", 9);

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(outcomes("boris")).containsExactly("section quota");
    JsonNode failed = shown().path("failedCalls");
    assertThat(failed).hasSize(1);
    assertThat(failed.at("/0/writer").asText()).isEqualTo("boris");
    assertThat(failed.at("/0/outcome").asText()).isEqualTo("quota");
    assertThat(failed.at("/0/reason").asText())
        .contains("insufficient_quota", "top the account up");
  }

  @Test
  @Case("L6")
  void anEditionThatFailsForWantOfQuotaNamesIt() {
    for (String writer : List.of("anna", "boris", "vera")) {
      sandbox.misbehave(writer, "quota", 9);
    }

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Failed.class);

    assertThat(column("select last_error from generator.edition").get(0))
        .contains("2 sections of 3", "boris answered HTTP 429 insufficient_quota");
  }

  @Case("L7")
  @ParameterizedTest
  @ValueSource(ints = {429, 503, 529})
  void whatAProviderAsksToWaitIsWaitedWithinTheStepsTime(int status) {
    sandbox.fault(
        """
        [{"api":"llm","method":"boris","times":1,"fault":"throttle","status":%d,"retryAfter":2}]"""
            .formatted(status));

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    List<Instant> asked = sandbox.askedAt("boris");
    assertThat(Duration.between(asked.get(0), asked.get(1)))
        .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
    assertThat(russian()).contains("boris");
  }

  @Case("L7")
  @ParameterizedTest
  @CsvSource({"429, rate", "503, server"})
  void aWaitThatOutlastsTheStepLeavesTheWriterOut(int status, String outcome) {
    sandbox.fault(
        """
        [{"api":"llm","method":"boris","fault":"throttle","status":%d,"retryAfter":20}]"""
            .formatted(status));

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(outcomes("boris")).containsExactly("section " + outcome);
    assertThat(russian()).doesNotContain("boris");
  }

  @Test
  void everyCallIsPaidForExactly() {
    replica("a").attempt(TUESDAY);

    assertThat(cost()).isPositive().isEqualByComparingTo(sandbox.bill());
    assertThat(committed()).isEqualByComparingTo(cost());
    JsonNode spend = shown().path("spend");
    assertThat(spend.path("calls").asInt()).isEqualTo(8);
    assertThat(spend.path("callsAtWorst").asInt()).isZero();
    assertThat(spend.path("currency").asText()).isEqualTo("USD");
    assertThat(spend.path("cost").decimalValue())
        .isEqualByComparingTo(cost().setScale(6, RoundingMode.HALF_UP));
    assertThat(shown().path("failedCalls").isEmpty()).isTrue();
    assertThat(metrics.find("broadsheet.llm.cost").counters()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"reset-after-effect", "5xx-after-effect", "hang"})
  void aCallThatDiesHalfWayIsCountedAtItsWorst(String fault) {
    sandbox.fault(
        "[{\"api\":\"llm\",\"method\":\"translator\",\"times\":1,\"fault\":\"%s\"}]"
            .formatted(fault));

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(column("select outcome from generator.llm_call where cost is null")).hasSize(1);
    assertThat(cost()).isGreaterThan(sandbox.bill());
    assertThat(committed()).isEqualByComparingTo(cost());
  }

  @Test
  @Case("G4")
  void reusedDraftsCostNothing() {
    sandbox.fault(
        "[{\"api\":\"llm\",\"method\":\"translator\",\"fault\":\"error\",\"status\":400}]");
    replica("a").attempt(TUESDAY);
    BigDecimal before = cost();
    sandbox.reset();

    assertThat(replica("b").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(sandbox.questions()).containsExactly("translator translate");
    assertThat(cost().subtract(before)).isEqualByComparingTo(sandbox.bill());
  }

  @Test
  void noPooledConnectionIsHeldWhileModelsThink() throws SQLException {
    sandbox.fault("[{\"api\":\"llm\",\"fault\":\"slow\",\"delayMs\":3000}]");
    CompletableFuture<AttemptOutcome> attempt = attempt(replica("a"));
    await().atMost(LIMIT).until(() -> outside(OPEN_SECTIONS) == 5);

    // A connection held over a call could not sleep: fewer than the pool has would.
    ExecutorService callers = Executors.newFixedThreadPool(poolSize);
    for (int i = 0; i < poolSize; i++) {
      callers.execute(() -> database.run("select pg_sleep(1.5)"));
    }
    await().atMost(LIMIT).until(() -> outside(SLEEPING) == poolSize);
    assertThat(outside(OPEN_SECTIONS)).as("the calls are still under way").isEqualTo(5);

    // What the other steps ask is none of this test's matter.
    sandbox.clearFaults();
    callers.shutdown();
    attempt.join();
  }

  /** Counts on a connection that is none of the pool's. */
  private int outside(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(databaseUrl, "broadsheet_generator", password);
        ResultSet count = connection.createStatement().executeQuery(sql)) {
      count.next();
      return count.getInt(1);
    }
  }

  private List<String> outcomes(String writer) {
    return column(
        "select step || ' ' || outcome from generator.llm_call where writer = '"
            + writer
            + "' order by started_at");
  }

  private String russian() {
    return column("select body_markdown from generator.blog_posts where language = 'ru'").get(0);
  }

  private BigDecimal cost() {
    return sum("select sum(coalesce(cost, reserved))::text from generator.llm_call");
  }

  private BigDecimal committed() {
    return sum("select sum(committed)::text from generator.spend");
  }

  private BigDecimal sum(String sql) {
    return new BigDecimal(column(sql).get(0));
  }

  private JsonNode shown() {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(root.resolve("api/editions/" + TUESDAY)).timeout(LIMIT).build();
      return new ObjectMapper()
          .readTree(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
