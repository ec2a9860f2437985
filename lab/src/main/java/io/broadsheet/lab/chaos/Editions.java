package io.broadsheet.lab.chaos;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Orders editions over the API, each of another past date. */
final class Editions {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final ChaosStack stack;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final List<LocalDate> ordered = new ArrayList<>();
  private LocalDate next;

  /**
   * @param today the newest date that may be ordered
   */
  Editions(ChaosStack stack, LocalDate today) {
    this.stack = stack;
    this.next = today;
  }

  /** Lets editions of the past be ordered: none is made from before the installation. */
  void moveInstallationBack() throws SQLException {
    try (Connection connection = stack.owner();
        var statement = connection.createStatement()) {
      statement.execute(
          "update generator.installation set installed_at = now() - interval '3000 d'");
    }
  }

  /** Orders one more. */
  void order() throws InterruptedException {
    ordered.add(next);
    order(next);
    next = next.minusDays(1);
  }

  /** How many were ordered. */
  int ordered() {
    return ordered.size();
  }

  /**
   * Orders again what has not ended: a killed generator does not give its edition back by itself
   * before the next tick.
   *
   * @return how many those are
   */
  int orderUnfinished() throws InterruptedException, SQLException {
    List<LocalDate> unfinished = new ArrayList<>(ordered);
    try (Connection connection = stack.owner();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "select edition_date from generator.edition where state = 'published'")) {
      while (rows.next()) {
        unfinished.remove(rows.getObject(1, LocalDate.class));
      }
    }
    for (LocalDate date : unfinished) {
      order(date);
    }
    return unfinished.size();
  }

  // A generator that is down or frozen does not matter: another is asked, and later once more.
  private void order(LocalDate date) throws InterruptedException {
    for (int i = 0; i < stack.ports().replicas(); i++) {
      try {
        HttpRequest order =
            HttpRequest.newBuilder(
                    URI.create(
                        "http://127.0.0.1:%d/api/editions/%s/generate"
                            .formatted(stack.ports().generator(i), date)))
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        if (http.send(order, HttpResponse.BodyHandlers.discarding()).statusCode() < 500) {
          return;
        }
      } catch (IOException e) {
        continue;
      }
    }
  }
}
