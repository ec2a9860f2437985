package io.broadsheet.sandbox.telegram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlParserTest {

  /** Offsets count bytes: «Да » takes five bytes of UTF-8 before the markup. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Да <b|Unclosed start tag at byte offset 5",
        "Да <|Unclosed start tag at byte offset 5",
        "a < b|Unsupported start tag \"\" at byte offset 2",
        "Да <p>x</p>|Unsupported start tag \"p\" at byte offset 5",
        "x<br/>|Unsupported start tag \"br/\" at byte offset 1",
        "x<H1>y</H1>|Unsupported start tag \"h1\" at byte offset 1",
        "😀<ul><li>x</li></ul>|Unsupported start tag \"ul\" at byte offset 4",
        "<a href|Unclosed start tag \"a\" at byte offset 0",
        "<a href = |Unclosed start tag \"a\" at byte offset 0",
        "<a href=\"x|Unclosed start tag at byte offset 0",
        "<b =x>y</b>|Empty attribute name in the tag \"b\" at byte offset 0",
        "<b / >y</b>|Empty attribute name in the tag \"b\" at byte offset 0",
        "<a href=x_y>z</a>|Unexpected end of name token at byte offset 8",
        "<span>x</span>|Tag \"span\" must have class \"tg-spoiler\" at byte offset 0",
        "<span class=\"red\">x</span>|Tag \"span\" must have class \"tg-spoiler\" at byte offset 0",
        "Да </b>|Unexpected end tag at byte offset 5",
        "<b></b></i>|Unexpected end tag at byte offset 7",
        "<b>x</b|Unclosed end tag at byte offset 4",
        "<b>x</b y>|Unclosed end tag at byte offset 4",
        "<b><i>x</b></i>|Unmatched end tag at byte offset 7, expected \"</i>\", found \"</b>\"",
        "<b>x|Can't find end tag corresponding to start tag \"b\"",
        "<tg-emoji>x</tg-emoji>|Invalid custom emoji identifier specified",
        "<tg-emoji emoji-id=\"x\">x</tg-emoji>|Invalid custom emoji identifier specified",
        "&#xd83d;|Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units",
        "<B>x</I>|Unmatched end tag at byte offset 4, expected \"</b>\", found \"</i>\"",
        "<b>x<i>y</i>|Can't find end tag corresponding to start tag \"b\"",
      })
  void refusesInTelegramsWords(String html, String error) {
    HtmlError e = assertThrows(HtmlError.class, () -> HtmlParser.parse(html));
    assertEquals(error, e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "b,bold",
    "strong,bold",
    "i,italic",
    "em,italic",
    "s,strikethrough",
    "strike,strikethrough",
    "del,strikethrough",
    "u,underline",
    "ins,underline",
    "code,code",
    "pre,pre",
    "tg-spoiler,spoiler",
    "blockquote,blockquote",
    "B,bold"
  })
  void knowsTheTag(String tag, String type) throws HtmlError {
    FormattedText text = HtmlParser.parse("😀<%s>да</>".formatted(tag));
    assertEquals("😀да", text.text());
    assertEquals(List.of(new Entity(type, 2, 2, "")), text.entities());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "&lt;b&gt; &amp; &quot;|<b> & \"",
        "&nbsp;&mdash;&laquo;|&nbsp;&mdash;&laquo;",
        "&#1076;&#x430;|да",
        "&lt b|< b",
        "a & b|a & b",
        "&#0;&#99999999;|&#0;&#99999999;",
        "<b></b>x|x"
      })
  void readsEntitiesAndLeavesUnknownOnes(String html, String text) throws HtmlError {
    assertEquals(text, HtmlParser.parse(html).text());
  }

  @Test
  void readsLinks() throws HtmlError {
    assertEquals(
        List.of(new Entity("text_link", 0, 1, "https://telegra.ph/x?a=1&b=2")),
        HtmlParser.parse("<a class='c' href=\"https://telegra.ph/x?a=1&amp;b=2\">y</a>")
            .entities());
    assertEquals(
        List.of(new Entity("text_link", 0, 8, "http://site.org/")),
        HtmlParser.parse("<a>site.org</a>").entities());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "javascript:alert(1)",
        "/path",
        "data:text/html,x",
        "host",
        "http://",
        "tg://user?id=7"
      })
  void dropsTheLinkOfABadTarget(String target) throws HtmlError {
    FormattedText text = HtmlParser.parse("<a href=\"" + target + "\">y z</a>");
    assertEquals("y z", text.text());
    assertEquals(List.of(), text.entities());
  }

  @Test
  void closesATagWhateverItsCase() throws HtmlError {
    assertEquals(List.of(new Entity("bold", 0, 1, "")), HtmlParser.parse("<B>x</B>").entities());
  }

  @Test
  void knowsEmojiAndTimes() throws HtmlError {
    assertEquals(
        "{\"offset\":0,\"length\":2,\"type\":\"custom_emoji\",\"custom_emoji_id\":\"5368324170671202286\"}",
        json("<tg-emoji emoji-id=\"5368324170671202286\">😀</tg-emoji>"));
    assertEquals(
        "{\"offset\":0,\"length\":1,\"type\":\"date_time\",\"unix_time\":1764547200,\"date_time_format\":\"r\"}",
        json("<tg-time unix=\"1764547200\" format=\"r\">x</tg-time>"));
    assertEquals(List.of(), HtmlParser.parse("<tg-time unix=soon>x</tg-time>").entities());
  }

  private static String json(String html) throws HtmlError {
    return HtmlParser.parse(html).entities().get(0).json().toString();
  }

  @Test
  void joinsPreAndCodeIntoALanguage() throws HtmlError {
    assertEquals(
        List.of(new Entity("pre", 0, 1, "java")),
        HtmlParser.parse("<pre><code class=\"language-java\">x</code></pre>").entities());
  }

  @Test
  void ordersNestedEntitiesOuterFirst() throws HtmlError {
    assertEquals(
        List.of(new Entity("bold", 0, 4, ""), new Entity("italic", 0, 2, "")),
        HtmlParser.parse("<b><i>аб</i>вг</b>").entities());
  }

  @Test
  void knowsExpandableQuotesAndSpoilerSpans() throws HtmlError {
    assertEquals(
        "expandable_blockquote",
        HtmlParser.parse("<blockquote expandable>x</blockquote>").entities().get(0).type());
    assertEquals(
        "spoiler",
        HtmlParser.parse("<span class=\"tg-spoiler\">x</span>").entities().get(0).type());
  }

  @Test
  void trimsTextAndEntities() throws HtmlError {
    FormattedText text = HtmlParser.parse(" \n<b> аб </b>\n<i> </i>").trimmed();
    assertEquals("аб", text.text());
    assertEquals(List.of(new Entity("bold", 0, 2, "")), text.entities());
  }
}
