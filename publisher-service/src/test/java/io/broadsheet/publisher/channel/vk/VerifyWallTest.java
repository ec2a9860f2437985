package io.broadsheet.publisher.channel.vk;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Deadline;
import io.broadsheet.publisher.channel.RunningSandbox;
import io.broadsheet.publisher.channel.ScriptedApi;
import io.broadsheet.publisher.channel.Verification;
import io.broadsheet.sandbox.SandboxOptions;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(Lifecycle.PER_CLASS)
class VerifyWallTest {

  private static final String OWN_KEY = "vk1.a.club4242-key";

  private final Vertx vertx = Vertx.vertx();
  private RunningSandbox sandbox;

  @BeforeAll
  void start(@TempDir Path data) {
    sandbox = new RunningSandbox(SandboxOptions.onFreePort(data));
  }

  @AfterAll
  void stop() {
    sandbox.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private Verification verify(String token, Map<String, String> more) {
    return verify(vertx, sandbox.url() + "/vk", token, more);
  }

  private static Verification verify(
      Vertx vertx, String url, String token, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("base-url", url);
    settings.put("access-token", token);
    settings.put("owner-id", "-4242");
    settings.putAll(more);
    return new VkChannelFactory(vertx)
        .open(new Target("vk-ru", ChannelKind.VK, "ru", settings))
        .verify(new Call("verify", Deadline.after(Duration.ofSeconds(20))));
  }

  @Test
  void theKeyOfTheCommunityMayPost() {
    assertThat(verify(OWN_KEY, Map.of("service-token", "service-of-an-app")))
        .isEqualTo(
            new Verification.Passed(
                "the key of community 4242 may post on its wall; service-token reads the wall"));
  }

  @Test
  void whatFollowsFromAMissingServiceTokenIsSaid() {
    Verification usual = verify(OWN_KEY, Map.of());
    assertThat(usual).isInstanceOf(Verification.Passed.class);
    assertThat(usual.message())
        .contains("there is no service-token")
        .contains("unknown for 50 minutes is decided by on-unknown");
    assertThat(verify(OWN_KEY, Map.of("repeat-by-guid", "false")).message())
        .contains("unknown once is decided by on-unknown");
  }

  @Test
  void aServiceTokenThatCannotReadIsNamedAndStopsNoPost() {
    Verification verification = verify(OWN_KEY, Map.of("service-token", "invalid-service"));

    assertThat(verification).isInstanceOf(Verification.Passed.class);
    assertThat(verification.message()).contains("service-token cannot read the wall: User auth");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "vk1.a.club7-key          | is that of community 7 and owner-id names community 4242",
        "vk2.a.token-of-a-user    | VK ID tokens cannot post; make a new key of the community",
        "invalid-key              | make a new key of the community",
        "expired-key              | make a new key of the community"
      })
  @Case("D22")
  void whatVkWouldRefuseIsSaidBeforeTheFirstPost(String token, String words) {
    Verification verification = verify(token, Map.of());

    assertThat(verification).isInstanceOf(Verification.Failed.class);
    assertThat(verification.message()).contains(words).doesNotContain(token);
  }

  @Test
  @Case("D22")
  void aRefusedQuestionIsNoRefusedPost() {
    try (ScriptedApi api =
        new ScriptedApi(
            (HttpServerRequest request) ->
                "{\"error\":{\"error_code\":100,\"error_msg\":\"group_ids is undefined\"}}")) {
      Verification verification = verify(api.vertx(), api.url(), OWN_KEY, Map.of());

      assertThat(verification).isInstanceOf(Verification.Unclear.class);
      assertThat(verification.message())
          .contains("group_ids is undefined")
          .doesNotContain("parked", "text");
    }
  }

  @Test
  void aRightThatVkDoesNotShowIsSaidAndStopsNoPost() {
    Verification verification = verify("vk1.a.club4242-nowall", Map.of());

    assertThat(verification).isInstanceOf(Verification.Passed.class);
    assertThat(verification.message()).contains("does not show the right wall", "make a new key");
  }

  @Test
  void aCommunityThatDoesNotExistIsSaid() {
    assertThat(verify("community-key", Map.of("owner-id", "-4000000001")))
        .isInstanceOf(Verification.Failed.class);
  }

  @Test
  void aKeyWhoseCommunityVkDoesNotTellPasses() {
    assertThat(verify("community-key", Map.of())).isInstanceOf(Verification.Passed.class);
  }

  @Test
  void ofAUsersTokenOnlySoMuchIsKnown() {
    assertThat(verify("user-token", Map.of()).message())
        .contains("no community's key: whether it may post shows at the first post");
    assertThat(verify("user-token", Map.of("owner-id", "4242")).message())
        .contains("reads the wall of user 4242; whether it may post there shows");
    assertThat(verify("community-key", Map.of("owner-id", "4242")))
        .isInstanceOf(Verification.Failed.class);
  }

  private static String noRights(HttpServerRequest request) {
    return request.path().endsWith("getTokenPermissions")
        ? "{\"error\":{\"error_code\":27,\"error_msg\":\"Group authorization failed\"}}"
        : "{\"response\":{\"groups\":[{\"id\":4242}]}}";
  }

  private static String listOfOld(HttpServerRequest request) {
    return request.path().endsWith("getTokenPermissions")
        ? "{\"response\":{\"mask\":8192,\"permissions\":[]}}"
        : "{\"response\":[{\"id\":7}]}";
  }

  private static Verification verify(Function<HttpServerRequest, String> vk, String token) {
    try (ScriptedApi api = new ScriptedApi(vk)) {
      return verify(api.vertx(), api.url(), token, Map.of());
    }
  }

  @Test
  void aTokenOfVkIdThatMayLookIsRefusedAllTheSame() {
    assertThat(verify(VerifyWallTest::noRights, "vk2.a.token"))
        .isInstanceOfSatisfying(
            Verification.Failed.class,
            failed -> assertThat(failed.message()).contains("cannot post (error 1051)"));
  }

  @Test
  void olderAnswersAreUnderstood() {
    assertThat(verify(VerifyWallTest::listOfOld, "vk1.a.key").message())
        .contains("is that of community 7");
  }
}
