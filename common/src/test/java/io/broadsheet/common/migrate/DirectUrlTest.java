package io.broadsheet.common.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DirectUrlTest {

  private static final String KEY = "broadsheet.relay.url";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://localhost:5432/broadsheet",
        "jdbc:postgresql://ep-cool-1.eu-central-1.aws.neon.tech/broadsheet?sslmode=require",
        "jdbc:postgresql://db.abcdefgh.supabase.co:5432/postgres",
        "jdbc:postgresql://pool-party.example.org/broadsheet",
        "jdbc:postgresql://localhost:6432/broadsheet",
        "jdbc:postgresql://localhost:6543/broadsheet",
        "jdbc:postgresql://beside-pgbouncer.example.org:5432/broadsheet"
      })
  void acceptsTheServerItself(String url) {
    assertThatCode(() -> DirectUrl.check(KEY, url)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://ep-cool-1-pooler.eu-central-1.aws.neon.tech/broadsheet",
        "jdbc:postgresql://aws-0-eu-central-1.pooler.supabase.com:6543/postgres",
        "jdbc:postgresql://db/broadsheet?pgbouncer=true"
      })
  void refusesAPoolerAndSaysWhatToDo(String url) {
    assertThatThrownBy(() -> DirectUrl.check(KEY, url))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(KEY)
        .hasMessageContaining("direct");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://bob:s3cret@ep-cool-1.eu-central-1.aws.neon.tech/broadsheet",
        "jdbc:postgresql://bob:s3cret@localhost:5432/broadsheet",
        "jdbc:postgresql://localhost/broadsheet?sslmode=require&password=s3cret",
        "jdbc:postgresql://localhost/broadsheet?user=bob"
      })
  void refusesCredentialsAndDoesNotRepeatThem(String url) {
    assertThatThrownBy(() -> DirectUrl.check(KEY, url))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(KEY)
        .hasMessageContaining("password")
        .hasMessageNotContaining("s3cret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost",
        "jdbc:mysql://localhost/broadsheet",
        "http://localhost",
        "postgresql://localhost/broadsheet"
      })
  void refusesWhatIsNoPostgreSqlUrl(String url) {
    assertThatThrownBy(() -> DirectUrl.check(KEY, url))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContaining("no PostgreSQL URL");
  }

  @ParameterizedTest
  @CsvSource({
    "//a:1/db, //a:1/db",
    "'//a:1,b:2/db', '//a:1,b:2/db?targetServerType=primary'",
    "'//a,b/db?ssl=true', '//a,b/db?ssl=true&targetServerType=primary'",
    "'//a,b/db?targetServerType=any', '//a,b/db?targetServerType=any'"
  })
  void meansThePrimaryOfSeveralHosts(String url, String primary) {
    assertThat(DirectUrl.toPrimary("jdbc:postgresql:" + url))
        .isEqualTo("jdbc:postgresql:" + primary);
  }
}
