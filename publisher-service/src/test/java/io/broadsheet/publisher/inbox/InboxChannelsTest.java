package io.broadsheet.publisher.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.target.ChannelKind;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.junit.jupiter.api.Test;

class InboxChannelsTest {

  @Test
  void everyChannelIsConsumed() throws NoSuchMethodException {
    assertThat(
            Arrays.stream(
                    Inbox.class
                        .getDeclaredMethod("receive", ConsumerRecords.class)
                        .getAnnotationsByType(Incoming.class))
                .map(Incoming::value))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(ChannelKind.values()).map(InboxChannels::name).toList());
  }

  @Test
  void eachInAGroupOfItsOwn() {
    InboxChannels channels = new InboxChannels();
    assertThat(channels.getValue("mp.messaging.incoming.post-vk.group.id"))
        .isEqualTo("broadsheet.publisher.vk");
    assertThat(channels.getValue("mp.messaging.incoming.post-vk.topic"))
        .isEqualTo("broadsheet.post.vk");
  }
}
