package io.broadsheet.publisher.channel.telegraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class AuthorUrlTest {

  @Test
  void bearsTheKeyInItsFragment() {
    String url = AuthorUrl.of("https://news.example.org/ru/one#old", "id/telegraph-ru/1");

    assertThat(url).isEqualTo("https://news.example.org/ru/one#id%2Ftelegraph-ru%2F1");
    assertThat(URI.create(url).getPath()).isEqualTo("/ru/one");
    assertThat(AuthorUrl.bears(url, "id/telegraph-ru/1")).isTrue();
    assertThat(AuthorUrl.bears(url, "telegraph-ru/1")).isFalse();
    assertThat(AuthorUrl.bears(url + "1", "id/telegraph-ru/1")).isFalse();
  }

  @Test
  void staysWithinTheLimit() {
    String key = "k".repeat(64);
    String host = "https://news.example.org/";
    String exact = host + "x".repeat(512 - 65 - host.length());

    assertThat(AuthorUrl.of(exact, key)).hasSize(512).startsWith(exact);
    assertThat(AuthorUrl.of(exact + "x", key)).isEqualTo(host + "#" + key);
  }
}
