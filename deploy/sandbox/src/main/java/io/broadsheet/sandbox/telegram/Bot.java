package io.broadsheet.sandbox.telegram;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.wire.Json;
import java.util.List;

/** The bot behind a token, and what it is in a chat. */
record Bot(String token) {
  private static final List<String> RIGHTS =
      List.of(
          "can_manage_chat",
          "can_delete_messages",
          "can_manage_video_chats",
          "can_restrict_members",
          "can_change_info",
          "can_invite_users",
          "can_post_stories",
          "can_edit_stories",
          "can_delete_stories");

  long id() {
    return Long.parseLong(token.substring(0, token.indexOf(':')));
  }

  /** As a message's sender. */
  ObjectNode user() {
    return Json.object()
        .put("id", id())
        .put("is_bot", true)
        .put("first_name", "Broadsheet sandbox")
        .put("username", "broadsheet_sandbox_bot");
  }

  /** As getMe shows it. */
  ObjectNode me() {
    return user()
        .put("can_join_groups", true)
        .put("can_read_all_group_messages", false)
        .put("supports_inline_queries", false);
  }

  /** As getChatMember shows it. */
  ObjectNode member(Chat chat, boolean mayPost) {
    boolean channel = chat.type() == Chat.Type.CHANNEL;
    ObjectNode member = Json.object().put("status", channel ? "administrator" : "member");
    member.set("user", user());
    if (channel) {
      member.put("can_be_edited", false).put("is_anonymous", false);
      RIGHTS.forEach(right -> member.put(right, true));
      member
          .put("can_promote_members", false)
          .put("can_post_messages", mayPost)
          .put("can_edit_messages", mayPost);
    }
    return member;
  }
}
