package io.broadsheet.publisher.rendering;

import io.broadsheet.publisher.rendering.TelegramBlock.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Packs blocks into messages. A heading stays with what follows it, or with the beginning of that.
 * Else a block that would fit into a message is never cut, and longer ones begin in the message at
 * hand if that has much room.
 */
final class TelegramPacking {

  /** Room, in code points, that is not left empty before a block that must be cut anyway. */
  private static final int MUCH_ROOM = 1_000;

  private final Size room;
  private final int most;
  private final TelegramCut cut;
  private final List<StyledText> messages = new ArrayList<>();
  private StyledText current = new StyledText();
  private Size size = Size.ZERO;
  private int headingAt;
  private boolean onlyHeadings;

  /**
   * @param room of each message
   * @param most how many messages are made before the rest is left
   */
  TelegramPacking(Size room, int most, String language) {
    this.room = room;
    this.most = most;
    this.cut = new TelegramCut(language);
  }

  /** The messages: all of the text, unless there are as many as may be made. */
  List<StyledText> pack(List<TelegramBlock> blocks) {
    for (TelegramBlock block : blocks) {
      if (messages.size() < most) {
        put(block);
      }
    }
    if (current.length() > 0 && messages.size() < most) {
      messages.add(current);
    }
    return List.copyOf(messages);
  }

  private void put(TelegramBlock block) {
    boolean whole = beginning(block).text().size().fits(room);
    TelegramBlock rest = current.length() == 0 ? beginning(block) : block;
    while (!joins(rest) && messages.size() < most) {
      int end = whole && !onlyHeadings ? 0 : end(rest);
      if (end > 0) {
        append(new TelegramBlock(rest.kind(), rest.text().slice(0, end), rest.gap()));
        rest = rest(rest, end);
      }
      close();
      rest = current.length() == 0 ? beginning(rest) : rest;
    }
    if (rest.text().length() > 0 && messages.size() < most) {
      append(rest);
    }
  }

  // A block as a message begins with it. Code has a tag before its first space.
  private static TelegramBlock beginning(TelegramBlock block) {
    return block.kind() == Kind.CODE
        ? block
        : new TelegramBlock(block.kind(), block.text().firmlyIndented(), block.gap());
  }

  private int end(TelegramBlock block) {
    if (current.length() == 0) {
      return cut.forced(block, room);
    }
    Size left = room.minus(size).minus(block.gap().size());
    if (onlyHeadings) {
      return cut.forced(block, left);
    }
    return left.codePoints() < MUCH_ROOM ? 0 : cut.tidy(block, left);
  }

  private static TelegramBlock rest(TelegramBlock block, int end) {
    String visible = block.text().visible();
    int next = end;
    if (block.kind() == Kind.CODE) {
      // Only the line's end: what follows it may be the next line's indentation.
      next += visible.startsWith("\n", end) ? 1 : 0;
    } else {
      while (next < visible.length() && Character.isWhitespace(visible.charAt(next))) {
        next++;
      }
    }
    return new TelegramBlock(block.kind(), block.text().slice(next, visible.length()), block.gap());
  }

  private boolean joins(TelegramBlock block) {
    // Measuring a text takes long; most that are too long are so at first sight.
    if (block.text().length() > 2 * room.codePoints()) {
      return false;
    }
    Size joined = block.text().size().plus(size);
    return (current.length() == 0 ? joined : joined.plus(block.gap().size())).fits(room);
  }

  private void append(TelegramBlock block) {
    onlyHeadings = block.kind() == Kind.HEADING && (onlyHeadings || current.length() == 0);
    if (block.kind() != Kind.HEADING) {
      headingAt = 0;
    } else if (headingAt == 0) {
      headingAt = current.length();
    }
    if (current.length() > 0) {
      current.append(block.gap());
      size = size.plus(block.gap().size());
    }
    current.append(block.text());
    size = size.plus(block.text().size());
  }

  private void close() {
    StyledText heading = new StyledText();
    if (headingAt > 0) {
      heading = current.slice(headingAt, current.length());
      current = current.slice(0, headingAt);
    }
    if (current.length() > 0) {
      messages.add(current);
    }
    String visible = heading.visible();
    int start = 0;
    while (start < visible.length() && visible.charAt(start) == '\n') {
      start++;
    }
    current = heading.slice(start, visible.length()).firmlyIndented();
    size = current.size();
    headingAt = 0;
    onlyHeadings = current.length() > 0;
  }
}
