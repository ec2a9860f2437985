package io.broadsheet.publisher.rendering;

import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Posts;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** How long a 20 KB article takes in each form and in all of them, once the code is warm. */
final class RenderingBenchmark {

  private static final int WARM_UP = 1_500;
  private static final int ROUNDS = 1_000;
  private static final String LINK = "https://telegra.ph/T-11-30";
  private static final int BYTES = 20_000;
  private static final String SECTION =
      """
      ## Раздел о **важном**

      Первое предложение раздела о том, как устроена [редакция](https://example.org/a?b=c&d=e). Второе \
      предложение с `кодом` и *курсивом*; оно длиннее, чтобы абзац был похож на настоящий. Третье?

      - пункт с [ссылкой](https://example.org/list)
      - ещё пункт
        - вложенный пункт, чуть длиннее остальных

      > Цитата из книги, которую никто не читал. Но все помнят.

      ```java
      int sum = 0;
      for (int i = 0; i < 10; i++) { sum += i; }
      ```

      | Год | Число |
      |-----|-------|
      | 2025 | 17 |
      | 2026 | 42 |

      """;

  private RenderingBenchmark() {}

  /** Prints median and 99th percentile in milliseconds. */
  public static void main(String[] arguments) {
    PostEvent post = Posts.post("one", "Заголовок", "Суть. Дело.", article());
    Map<String, Function<PostEvent, Object>> forms = new LinkedHashMap<>();
    forms.put("telegram teaser", of -> TelegramHtml.teaser(of, LINK));
    forms.put("telegram caption", of -> TelegramHtml.caption(of, LINK));
    forms.put("telegram full", of -> TelegramHtml.full(of, LINK));
    forms.put(
        "telegram full, plain",
        of ->
            TelegramHtml.full(of, LINK).stream()
                .map(message -> TelegramPlain.of(message.html()))
                .toList());
    forms.put("telegraph", of -> TelegraphPage.of(of, LINK).content().toString());
    forms.put("vk teaser", of -> new VkText(15_000).teaser(of, LINK));
    forms.put("vk full", of -> new VkText(15_000).full(of, LINK));
    forms.put("vk full, shortened", of -> new VkText(4_000).full(of, LINK));
    forms.put("vk full, without links", of -> new VkText(15_000).withoutLinks().full(of, LINK));
    Function<PostEvent, Object> all =
        of -> forms.values().stream().map(form -> form.apply(of)).toList();
    for (int i = 0; i < WARM_UP; i++) {
      all.apply(post);
    }
    System.out.printf(
        "article: %,d bytes%n", post.bodyMarkdown().getBytes(StandardCharsets.UTF_8).length);
    forms.forEach((name, form) -> print(name, form, post));
    print("all targets", RenderingBenchmark::targets, post);
    print("all forms together", all, post);
  }

  /** The largest form of each channel, as one article goes out. */
  private static Object targets(PostEvent post) {
    return List.of(
        TelegramHtml.full(post, LINK),
        TelegraphPage.of(post, LINK).content().toString(),
        new VkText(15_000).full(post, LINK));
  }

  private static void print(String name, Function<PostEvent, Object> form, PostEvent post) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long[] wall = new long[ROUNDS];
    long[] cpu = new long[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      long busy = threads.getCurrentThreadCpuTime();
      long start = System.nanoTime();
      form.apply(post);
      wall[round] = System.nanoTime() - start;
      cpu[round] = threads.getCurrentThreadCpuTime() - busy;
    }
    System.out.printf("%-24s %s, of the processor %s%n", name, figures(wall), figures(cpu));
  }

  private static String figures(long[] nanos) {
    Arrays.sort(nanos);
    return "best %6.3f, median %6.3f, p99 %6.3f ms"
        .formatted(nanos[0] / 1e6, nanos[ROUNDS / 2] / 1e6, nanos[ROUNDS * 99 / 100] / 1e6);
  }

  private static String article() {
    StringBuilder article = new StringBuilder("# Заголовок\n\n");
    while (article.toString().getBytes(StandardCharsets.UTF_8).length < BYTES) {
      article.append(SECTION);
    }
    return article.toString();
  }
}
