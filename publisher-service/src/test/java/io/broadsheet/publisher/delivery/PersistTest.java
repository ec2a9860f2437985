package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.vertx.pgclient.PgException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PersistTest {

  @ParameterizedTest
  @ValueSource(strings = {"22021", "23505"})
  void whatCanNeverBeStoredIsNotRepeated(String sqlState) {
    AtomicInteger tries = new AtomicInteger();
    PgException refusal = new PgException("refused", "ERROR", sqlState, "");

    Throwable thrown =
        catchThrowable(
            () ->
                Persist.untilDone(
                    () -> {
                      if (tries.incrementAndGet() > 1) {
                        return;
                      }
                      throw refusal;
                    },
                    "a test"));

    assertThat(thrown).isSameAs(refusal);
    assertThat(tries).hasValue(1);
  }

  @Test
  void whatMayBeStoredLaterIs() throws InterruptedException {
    AtomicInteger tries = new AtomicInteger();

    Persist.untilDone(
        () -> {
          if (tries.incrementAndGet() == 1) {
            throw new PgException("no such table yet", "ERROR", "42P01", "");
          }
        },
        "a test");

    assertThat(tries).hasValue(2);
  }
}
