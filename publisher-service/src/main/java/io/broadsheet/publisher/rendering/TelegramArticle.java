package io.broadsheet.publisher.rendering;

import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.rendering.Style.Tag;
import io.broadsheet.publisher.rendering.TelegramBlock.Kind;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.node.Node;

/** A whole article as messages of a Telegram chat. */
final class TelegramArticle {

  private static final String GAP = "\n\n";

  private final PostEvent post;
  private final String link;
  private final Wording wording;

  TelegramArticle(PostEvent post, String link) {
    this.post = post;
    this.link = link;
    this.wording = Wording.of(post.language());
  }

  /** Title, body and tags. A body that shows no text is replaced by the summary. */
  List<TelegramBlock> blocks() {
    List<TelegramBlock> blocks = new ArrayList<>();
    String title = TelegramHtml.title(post);
    add(blocks, Kind.HEADING, new StyledText().append(title, Style.NONE.with(Tag.BOLD)));
    Node document = Markdown.parse(post.bodyMarkdown());
    RepeatedTitle.remove(document, post.title());
    List<TelegramBlock> body = TelegramBlocks.of(document);
    blocks.addAll(body);
    if (body.isEmpty()) {
      String summary = CleanText.of(post.summary()).strip();
      add(blocks, Kind.PROSE, new StyledText().append(summary, Style.NONE));
    }
    add(blocks, Kind.PROSE, tags());
    return blocks;
  }

  private static void add(List<TelegramBlock> blocks, Kind kind, StyledText text) {
    if (!text.isBlank()) {
      blocks.add(TelegramBlock.of(kind, text));
    }
  }

  private StyledText tags() {
    return new StyledText().append(Hashtags.of(post.tags()), Style.NONE);
  }

  /** One message if all fits, else parts, and at most {@link TelegramHtml#MAX_MESSAGES}. */
  List<TelegramMessage> messages() {
    int most = TelegramHtml.MAX_MESSAGES;
    StyledText page = line(wording.page(), link);
    Size room = TelegramHtml.LIMIT.minus(page.size().or(marker(most, most).size()));
    List<StyledText> parts =
        new ArrayList<>(new TelegramPacking(room, most + 1, post.language()).pack(blocks()));
    if (parts.size() < 2) {
      StyledText text = parts.isEmpty() ? new StyledText() : parts.get(0);
      return List.of(new TelegramMessage(ended(text, page).html(), link));
    }
    if (parts.size() > most) {
      parts.subList(most, parts.size()).clear();
      parts.set(most - 1, shortened(parts.get(most - 1)));
    }
    List<TelegramMessage> messages = new ArrayList<>();
    for (int part = 1; part <= parts.size(); part++) {
      String html = ended(parts.get(part - 1), marker(part, parts.size())).html();
      messages.add(new TelegramMessage(html, PartLink.of(link, part)));
    }
    return List.copyOf(messages);
  }

  private StyledText shortened(StyledText last) {
    int most = TelegramHtml.MAX_MESSAGES;
    StyledText end = line(wording.readOn(), link);
    if (!tags().isBlank()) {
      end.append(GAP, Style.NONE).append(tags());
    }
    Size taken = end.size().plus(marker(most, most).size());
    Size room = TelegramHtml.LIMIT.minus(taken).minus(new Size(1, 3, 0));
    TelegramBlock block = TelegramBlock.of(Kind.PROSE, last);
    TelegramCut cut = new TelegramCut(post.language());
    int sentences = cut.tidy(block, room);
    if (sentences > 0) {
      return last.slice(0, sentences).append(end);
    }
    return last.slice(0, cut.forced(block, room))
        .append(Shortening.ELLIPSIS, Style.NONE)
        .append(end);
  }

  private StyledText marker(int part, int parts) {
    return line(part + "/" + parts, PartLink.of(link, part));
  }

  private static StyledText line(String words, String target) {
    return new StyledText()
        .append(GAP, Style.NONE)
        .append(words, Style.NONE.with(Tag.link(target)));
  }

  private static StyledText ended(StyledText text, StyledText end) {
    return new StyledText().append(text).append(end);
  }
}
