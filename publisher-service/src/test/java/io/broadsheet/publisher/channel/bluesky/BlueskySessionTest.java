package io.broadsheet.publisher.channel.bluesky;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Deadline;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Posts;
import io.broadsheet.publisher.channel.ScriptedApi;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class BlueskySessionTest {

  private static final String POSTED =
      "{\"uri\":\"at://did:plc:abc/app.bsky.feed.post/3jzfcijpj2z2a\",\"cid\":\"b\"}";
  private static final String EXPIRED =
      "{\"error\":\"ExpiredToken\",\"message\":\"Token has expired\"}";

  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  /** The API by what it answers to the n-th putRecord, from 1; errors have status 400. */
  private ScriptedApi api(IntFunction<String> puts) {
    return new ScriptedApi(
        request -> {
          String method = request.path().replaceFirst(".*\\.", "");
          requests.add(method);
          if (method.equals("createSession")) {
            return "{\"did\":\"did:plc:abc\",\"accessJwt\":\"a.b.c\",\"refreshJwt\":\"d.e.f\"}";
          }
          String answer =
              puts.apply((int) requests.stream().filter(one -> one.equals(method)).count());
          if (answer.contains("error")) {
            request.response().setStatusCode(400);
          }
          return answer;
        });
  }

  private static Channel channel(ScriptedApi api) {
    Map<String, String> settings =
        Map.of(
            "base-url", api.url(),
            "identifier", "paper.example",
            "app-password", "secret-password");
    return new BlueskyChannelFactory(api.vertx())
        .open(new Target("any-ru", ChannelKind.BLUESKY, "ru", settings));
  }

  private static Outcome send(Channel channel) {
    Form form = channel.render(Posts.post("one"), Optional.empty()).form(1, 1);
    return channel.send(form, new Call("key", Deadline.after(Duration.ofSeconds(10))));
  }

  @Test
  void oneSessionServesManyPosts() {
    try (ScriptedApi api = api(n -> POSTED)) {
      Channel channel = channel(api);
      assertThat(send(channel)).isInstanceOf(Outcome.Posted.class);
      assertThat(send(channel)).isInstanceOf(Outcome.Posted.class);
    }
    assertThat(requests).containsExactly("createSession", "putRecord", "putRecord");
  }

  @Test
  void anExpiredSessionIsMadeAnewOnce() {
    try (ScriptedApi api = api(n -> n == 2 ? EXPIRED : POSTED)) {
      Channel channel = channel(api);
      assertThat(send(channel)).isInstanceOf(Outcome.Posted.class);
      assertThat(send(channel)).isInstanceOf(Outcome.Posted.class);
    }
    assertThat(requests)
        .containsExactly("createSession", "putRecord", "putRecord", "createSession", "putRecord");
  }

  @Test
  void aRefusedSessionIsNotSaidToBeOfThePost() {
    try (ScriptedApi api =
        new ScriptedApi(
            request -> {
              request.response().setStatusCode(400);
              return "{\"error\":\"InvalidRequest\",\"message\":\"Bad identifier\"}";
            })) {
      assertThat(send(channel(api)))
          .isEqualTo(
              new Outcome.Rejected(
                  Outcome.Rejected.Cause.CONFIGURATION,
                  "InvalidRequest",
                  "no session: Bad identifier: check identifier and app-password"));
    }
  }

  @Test
  void aServerThatTakesNoSessionIsNotAskedForEver() {
    try (ScriptedApi api = api(n -> EXPIRED)) {
      assertThat(send(channel(api)))
          .isInstanceOfSatisfying(
              Outcome.Rejected.class,
              outcome ->
                  assertThat(outcome.cause()).isEqualTo(Outcome.Rejected.Cause.CONFIGURATION));
    }
    assertThat(requests)
        .containsExactly("createSession", "putRecord", "createSession", "putRecord");
  }
}
