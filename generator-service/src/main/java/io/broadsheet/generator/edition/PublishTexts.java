package io.broadsheet.generator.edition;

import io.broadsheet.generator.outbox.Approval;
import io.broadsheet.generator.outbox.NewPost;
import io.broadsheet.generator.outbox.PostTooLarge;
import io.broadsheet.generator.outbox.PublishTransaction;
import io.broadsheet.generator.writing.Article;
import io.broadsheet.generator.writing.TopicFailed;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.LocalDate;
import java.util.List;

/** Publishes an edition's texts, each under a slug that no other post has. */
@ApplicationScoped
public class PublishTexts {

  private final EditionStore editions;
  private final PublishTransaction transaction;

  public PublishTexts(EditionStore editions, PublishTransaction transaction) {
    this.editions = editions;
    this.transaction = transaction;
  }

  /**
   * Publishes fresh texts.
   *
   * @return as {@link PublishTransaction#publish}
   * @throws TopicFailed if a text is too large for a message
   */
  boolean publish(LocalDate date, long fence, String contentType, List<LanguageText> texts) {
    try {
      return transaction.publish(date, fence, posts(date, contentType, texts), Approval.NONE);
    } catch (PostTooLarge e) {
      throw new TopicFailed(e.getMessage());
    }
  }

  /**
   * Publishes what is held, in just the version of this copy.
   *
   * @return as {@link PublishTransaction#publish}
   */
  boolean publish(EditionCopy copy, Approval approval) {
    return transaction.publish(
        copy.date(),
        copy.version(),
        posts(copy.date(), copy.contentType(), copy.texts()),
        approval);
  }

  private List<NewPost> posts(LocalDate date, String contentType, List<LanguageText> texts) {
    return texts.stream().map(text -> post(date, contentType, text)).toList();
  }

  private NewPost post(LocalDate date, String contentType, LanguageText text) {
    Article article = text.article();
    List<String> used = editions.slugsLike(text.language(), text.slug());
    return new NewPost(
        text.language(),
        contentType,
        Slug.unused(text.slug(), date, used),
        article.title(),
        article.summary(),
        article.body(),
        article.tags());
  }
}
