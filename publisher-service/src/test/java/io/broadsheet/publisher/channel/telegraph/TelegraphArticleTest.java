package io.broadsheet.publisher.channel.telegraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Deadline;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Posts;
import io.broadsheet.publisher.channel.RunningSandbox;
import io.broadsheet.sandbox.SandboxOptions;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TelegraphArticleTest {

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void stop() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  @Case("P1")
  void aLongArticleInCyrillicIsTakenAndEndsInALinkToTheRest(@TempDir Path data) {
    String paragraph = "Редакция не спит, и это предложение повторяется. ".repeat(8) + "\n\n";
    String body = paragraph.repeat(110);
    assertThat(body.getBytes(StandardCharsets.UTF_8)).hasSizeGreaterThan(70_000);
    PostEvent post = Posts.post("long", "Длинная статья", "Кратко.", body);
    try (RunningSandbox sandbox = new RunningSandbox(SandboxOptions.onFreePort(data))) {
      Channel channel =
          new TelegraphChannelFactory(vertx)
              .open(
                  new Target(
                      "telegraph-ru",
                      ChannelKind.TELEGRAPH,
                      "ru",
                      Map.of(
                          "base-url",
                          sandbox.url() + "/telegraph",
                          "access-token",
                          "long:sandbox-sandbox")));
      Form form = channel.render(post, Optional.empty()).form(1, 1);

      Outcome outcome = channel.send(form, new Call("key", Deadline.after(Duration.ofSeconds(30))));

      assertThat(outcome).isInstanceOf(Outcome.Posted.class);
      JsonNode page =
          sandbox.ask(
              "/telegraph/getPage/" + ((Outcome.Posted) outcome).externalId(),
              "return_content=true");
      assertThat(page.at("/result/content").toString())
          .contains("предложение повторяется.")
          .contains(post.canonicalUrl());
    }
  }
}
