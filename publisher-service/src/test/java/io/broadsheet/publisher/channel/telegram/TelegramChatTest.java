package io.broadsheet.publisher.channel.telegram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Deadline;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Move;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Outcome.Rejected.Cause;
import io.broadsheet.publisher.channel.Part;
import io.broadsheet.publisher.channel.Posts;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Rendered;
import io.broadsheet.publisher.channel.RunningSandbox;
import io.broadsheet.publisher.channel.ScriptedApi;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.channel.Verification;
import io.broadsheet.sandbox.SandboxOptions;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What only Telegram has: several messages, plainer forms, pictures, chats that move. */
@TestInstance(Lifecycle.PER_CLASS)
class TelegramChatTest {

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

  @BeforeEach
  void forget() {
    sandbox.reset();
  }

  private Channel open(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("base-url", sandbox.url() + "/telegram");
    settings.put("probe-url", sandbox.url() + "/t.me");
    settings.put("token", "123456:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr");
    settings.put("chat-id", "@chat_ru");
    settings.putAll(more);
    return new TelegramChannelFactory(vertx)
        .open(new Target("telegram-ru", ChannelKind.TELEGRAM, "ru", settings));
  }

  private static Call call() {
    return new Call("key", Deadline.after(Duration.ofSeconds(10)));
  }

  private static Call call(Move move) {
    return new Call("key", Deadline.after(Duration.ofSeconds(10)), Optional.of(move));
  }

  private static PostEvent longPost() {
    return Posts.post("long", "Длинная статья", "Коротко.", "Предложение о жизни. ".repeat(500));
  }

  private static PostEvent withPicture(String address) {
    return Posts.post(
        "one", "Заголовок", "Коротко. ".repeat(300), "![](" + address + ")\n\nТекст.");
  }

  private static Form onlyForm(Rendered rendered) {
    assertThat(rendered.parts()).hasSize(1);
    return rendered.form(1, 1);
  }

  private static Sighting probe(Channel channel, Form form, String... othersIds) {
    return channel.probe(
        form,
        new Probe(
            "key",
            Instant.now().minusSeconds(30),
            Set.of(othersIds),
            Deadline.after(Duration.ofSeconds(10))));
  }

  @Test
  @Case("T5")
  void knowsEachPartOfALongArticleFromTheOthers() {
    Channel channel = open(Map.of("format", "full"));
    Rendered rendered = channel.render(longPost(), Optional.empty());
    assertThat(rendered.parts()).hasSizeGreaterThan(2);

    List<String> ids = new ArrayList<>();
    for (Part part : rendered.parts()) {
      Form form = part.forms().get(0);
      assertThat(probe(channel, form)).isInstanceOf(Sighting.Absent.class);
      Outcome.Posted posted = (Outcome.Posted) channel.send(form, call());
      assertThat(probe(channel, form))
          .isEqualTo(new Sighting.Found(posted.externalId(), posted.externalUrl()));
      ids.add(posted.externalId());
    }

    assertThat(ids).doesNotHaveDuplicates();
    assertThat(sandbox.effects("telegram")).hasSameSizeAs(ids);
  }

  @Test
  @Case("T2")
  void sendsPlainTextWhereTheMarkupIsRefusedAndFindsIt() {
    for (String format : List.of("teaser", "full")) {
      sandbox.reset();
      Channel channel = open(Map.of("format", format));
      for (Part part : channel.render(longPost(), Optional.empty()).parts()) {
        sandbox.fault(
            """
            {"api":"telegram","method":"sendMessage","times":1,"fault":"error","status":400,
             "body":"Bad Request: can't parse entities: Unclosed start tag at byte offset 7"}\\
            """);
        Outcome refused = channel.send(part.forms().get(0), call());
        assertThat(refused)
            .isInstanceOfSatisfying(
                Outcome.Rejected.class,
                rejected -> assertThat(rejected.cause()).isEqualTo(Cause.FORM));
        Form plain = part.forms().get(1);

        Outcome.Posted posted = (Outcome.Posted) channel.send(plain, call());

        assertThat(probe(channel, plain))
            .isEqualTo(new Sighting.Found(posted.externalId(), posted.externalUrl()));
        assertThat(plain.json()).doesNotContain("<b>", "parse_mode");
      }
    }
  }

  @Test
  @Case("T4")
  void aPicturesCaptionHasALimitOfItsOwn() {
    Channel channel = open(Map.of("photo", "first-image"));
    Rendered rendered = channel.render(withPicture("https://example.org/p.jpg"), Optional.empty());

    assertThat(channel.send(onlyForm(rendered), call())).isInstanceOf(Outcome.Posted.class);
    JsonNode photo = sandbox.effects("telegram").get(0);
    assertThat(photo.path("method").asText()).isEqualTo("sendPhoto");
    assertThat(photo.path("text").asText().codePointCount(0, photo.path("text").asText().length()))
        .isLessThanOrEqualTo(1024)
        .isGreaterThan(700);
    assertThat(channel.send(rendered.form(1, 2), call())).isInstanceOf(Outcome.Posted.class);
    assertThat(sandbox.effects("telegram").get(1).path("text").asText().length())
        .isGreaterThan(1024);
  }

  @ParameterizedTest
  @CsvSource({"https://missing.example.org/p.jpg", "https://example.org/page.html"})
  @Case("T4")
  void aPictureThatCannotBeHadCostsThePictureNotThePost(String address) {
    Channel channel = open(Map.of("photo", "first-image"));
    Rendered rendered = channel.render(withPicture(address), Optional.empty());

    Outcome refused = channel.send(rendered.form(1, 1), call());

    assertThat(refused)
        .isInstanceOfSatisfying(
            Outcome.Rejected.class, rejected -> assertThat(rejected.cause()).isEqualTo(Cause.FORM));
    assertThat(channel.send(rendered.form(1, 2), call())).isInstanceOf(Outcome.Posted.class);
    assertThat(probe(channel, rendered.form(1, 2))).isInstanceOf(Sighting.Found.class);
  }

  @Test
  void aPostWithoutAPictureGoesWithoutOne() {
    Channel channel = open(Map.of("photo", "first-image"));

    assertThat(channel.send(onlyForm(channel.render(Posts.post("one"), Optional.empty())), call()))
        .isInstanceOf(Outcome.Posted.class);
    assertThat(sandbox.effects("telegram").get(0).path("method").asText()).isEqualTo("sendMessage");
  }

  @Test
  @Case("T6")
  void aGroupThatBecameASupergroupIsFollowed() {
    Channel channel = open(Map.of("chat-id", "-4455"));
    Form form = onlyForm(channel.render(Posts.post("one"), Optional.empty()));
    sandbox.chat("{\"chat\":\"-4455\",\"upgradedTo\":\"-1009988\"}");

    Outcome.Moved moved = (Outcome.Moved) channel.send(form, call());

    assertThat(moved.move()).isEqualTo(new Move("-4455", "-1009988"));
    Call there = call(moved.move());
    assertThat(channel.send(form, there))
        .isInstanceOfSatisfying(
            Outcome.Posted.class,
            posted ->
                assertThat(posted.externalUrl())
                    .isEqualTo(sandbox.url() + "/t.me/c/9988/" + posted.externalId()));
    assertThat(sandbox.effects("telegram"))
        .singleElement()
        .satisfies(effect -> assertThat(effect.path("destination").asText()).isEqualTo("-1009988"));
    assertThat(channel.verify(there)).isInstanceOf(Verification.Passed.class);
  }

  @Test
  @Case("T6")
  void aChatThatBecomesItselfIsNotFollowed() {
    try (ScriptedApi api = refusing("group chat was upgraded to a supergroup chat")) {
      Channel channel = open(Map.of("base-url", api.url(), "chat-id", "-4455"));
      Form form = onlyForm(channel.render(Posts.post("one"), Optional.empty()));

      assertThat(channel.send(form, call())).isInstanceOf(Outcome.Moved.class);
      assertThat(channel.send(form, call(new Move("-4455", "-1009988"))))
          .isInstanceOfSatisfying(
              Outcome.Rejected.class,
              rejected -> assertThat(rejected.cause()).isEqualTo(Cause.CONFIGURATION));
    }
  }

  @Test
  @Case("T4")
  void aPictureThatTelegramCannotUseCostsThePictureAlone() {
    try (ScriptedApi api = refusing("IMAGE_PROCESS_FAILED")) {
      Channel channel = open(Map.of("base-url", api.url(), "photo", "first-image"));
      Rendered rendered =
          channel.render(withPicture("https://example.org/a.jpg"), Optional.empty());

      assertThat(channel.send(rendered.form(1, 1), call()))
          .isInstanceOfSatisfying(
              Outcome.Rejected.class,
              rejected -> assertThat(rejected.cause()).isEqualTo(Cause.FORM));
    }
  }

  private static ScriptedApi refusing(String why) {
    String moved = why.contains("upgraded") ? "\"migrate_to_chat_id\":-1009988" : "";
    return new ScriptedApi(
        request ->
            "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: %s\",\"parameters\":{%s}}"
                .formatted(why, moved));
  }

  @ParameterizedTest
  @CsvSource({
    "@chat_ru, kicked, bot was kicked",
    "@chat_ru, no-post-right, may not post",
    "@chat_ru, not-member, bot is not a member",
    "-4455, deleted, the group chat was deleted"
  })
  @Case("T7")
  void aBotThatMayNotPostIsKnownBeforeItsFirstPost(String chat, String rights, String words) {
    Channel channel = open(Map.of("chat-id", chat));
    sandbox.chat("{\"chat\":\"%s\",\"rights\":\"%s\"}".formatted(chat, rights));

    assertThat(channel.verify(call()))
        .isInstanceOf(Verification.Failed.class)
        .satisfies(failed -> assertThat(failed.message()).contains(words));
    assertThat(channel.send(onlyForm(channel.render(Posts.post("one"), Optional.empty())), call()))
        .isInstanceOfSatisfying(
            Outcome.Rejected.class,
            rejected -> assertThat(rejected.cause()).isEqualTo(Cause.CONFIGURATION));
  }

  @ParameterizedTest
  @CsvSource({
    "probe-chat-id, @chat_ru, readers would see",
    "probe-chat-id, nobody, probe-chat-id",
    "photo, always, first-image"
  })
  void namesWhatCannotBe(String setting, String value, String words) {
    assertThat(catchThrowable(() -> open(Map.of(setting, value))))
        .hasMessageContaining("broadsheet.targets.telegram-ru." + setting)
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @CsvSource({"-4455, ''", "-4455, -1007", "-1009988, ''", "-1009988, -1007"})
  void saysWhereAnUncertainPostCannotBeLookedFor(String chat, String probeChat) {
    Channel channel =
        open(
            probeChat.isEmpty()
                ? Map.of("chat-id", chat)
                : Map.of("chat-id", chat, "probe-chat-id", probeChat));

    Verification verification = channel.verify(call());

    assertThat(verification).isInstanceOf(Verification.Passed.class);
    boolean basicGroup = chat.equals("-4455");
    assertThat(verification.message().contains("numbers are not its own")).isEqualTo(basicGroup);
    assertThat(verification.message().contains("without probe-chat-id"))
        .isEqualTo(!basicGroup && probeChat.isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "member list is inaccessible, Failed, make the bot an administrator",
    "PARTICIPANT_ID_INVALID, Unclear, the API refused the question"
  })
  @Case("T7")
  void aRefusedQuestionIsNoRefusedPost(String why, String expected, String words) {
    try (ScriptedApi api =
        new ScriptedApi(
            request -> {
              if (!request.path().endsWith("/getChatMember")) {
                return "{\"ok\":true,\"result\":{\"id\":123456,\"type\":\"channel\"}}";
              }
              request.response().setStatusCode(400);
              return "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: "
                  + why
                  + "\"}";
            })) {
      Verification verification = open(Map.of("base-url", api.url())).verify(call());

      assertThat(verification.getClass().getSimpleName()).isEqualTo(expected);
      assertThat(verification.message()).contains(why, words).doesNotContain("parked");
    }
  }

  @Test
  void saysThatAPictureIsForTeasers() {
    assertThat(catchThrowable(() -> open(Map.of("photo", "first-image", "format", "full"))))
        .hasMessageContaining("broadsheet.targets.telegram-ru.photo");
  }
}
