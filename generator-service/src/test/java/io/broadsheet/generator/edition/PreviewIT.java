package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.generator.preview.PreviewCommand;
import io.broadsheet.generator.testing.NewsroomStack;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;

/** The commands show what is asked and what would be made, call no model and write nothing. */
@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class PreviewIT extends EmptyNewsroom {

  @Inject Config config;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void showsThePromptThatIsAskedWordForWord() {
    assertThat(run("preview", "--date", "2026-03-10", "--step", "topic")).isZero();
    assertThat(out()).contains("=== system\nTask: topic", "«Практикум»", "=== user\nLanguage: ru");
    assertThat(err()).contains("writer dina, model sandbox-dina", "howto@1/topic@1#");
    String hash = err().replaceFirst("(?s).*hash ([0-9a-f]{64}).*", "$1");
    assertThat(sandbox.questions()).isEmpty();
    assertThat(column("select state from generator.edition")).isEmpty();

    replica("a").attempt(TUESDAY);

    assertThat(column("select prompt_hash from generator.llm_call where step = 'topic'"))
        .containsExactly(hash);
    assertThat(run("preview", "--date", "2026-03-10", "--step", "section", "--writer", "vera"))
        .isZero();
    assertThat(out()).contains("Твоя часть: Ход работы шаг за шагом");
    assertThat(err())
        .contains(
            column(
                    "select prompt_version || ', hash ' || prompt_hash from generator.llm_call"
                        + " where step = 'section' and writer = 'vera'")
                .get(0));
    assertThat(run("preview", "--date", "2026-03-10", "--step", "compose")).isZero();
    assertThat(out()).contains("[[dina]] ", "[[vera]] ", "[[boris]] ");
    assertThat(err())
        .contains(
            column("select prompt_hash from generator.llm_call where step = 'compose'").get(0));
  }

  @Test
  void composesTheArticleThatWasPublishedFromItsDrafts() {
    replica("a").attempt(TUESDAY);
    sandbox.reset();
    List<String> drafts = column("select created_at::text from generator.draft order by 1");

    assertThat(run("compose", "--date", "2026-03-10")).isZero();

    assertThat(out().strip())
        .startsWith("Title: ")
        .endsWith(
            column("select body_markdown from generator.blog_posts where language = 'ru'").get(0));
    assertThat(err()).contains("composed by dina");
    assertThat(sandbox.questions()).isEmpty();
    assertThat(column("select created_at::text from generator.draft order by 1")).isEqualTo(drafts);

    database.run("delete from generator.draft where step = 'compose'");
    assertThat(run("compose", "--date", "2026-03-10")).isZero();
    assertThat(out()).contains("## Ход работы шаг за шагом\n\n*Автор: vera*");
    assertThat(err()).contains("put together as it stands");
  }

  @Test
  void saysWhatIsMissing() {
    assertThat(run("preview", "--date", "2026-03-10", "--step", "section"))
        .isEqualTo(PreviewCommand.NOT_THERE);
    assertThat(err()).contains("2026-03-10 has no topic yet", "--topic");
    assertThat(run("preview", "--date", "2026-03-10", "--step", "section", "--topic", "О чае"))
        .isZero();
    assertThat(out()).contains("Тема: О чае");
    assertThat(run("compose", "--date", "2026-03-10")).isEqualTo(PreviewCommand.NOT_THERE);
    assertThat(err()).contains("no section of 2026-03-10 is kept");
    assertThat(run("preview", "--date", "2026-03-10", "--step", "topic", "--writer", "zoya"))
        .isEqualTo(PreviewCommand.BAD_REQUEST);
    assertThat(err()).contains("\"zoya\"", "anna", "vera");
  }

  private int run(String... arguments) {
    out.reset();
    err.reset();
    return new PreviewCommand(() -> config, new PrintStream(out), new PrintStream(err))
        .run(arguments);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
