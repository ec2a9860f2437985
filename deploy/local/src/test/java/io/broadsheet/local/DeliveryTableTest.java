package io.broadsheet.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.broadsheet.local.GeneratorApi.Delivery;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeliveryTableTest {
  @Test
  void alignsItsColumns() {
    assertEquals(
        """
        target        state   posted at             attempts  URL
        telegraph-ru  posted  2026-11-30T09:00:00Z  1         http://127.0.0.1/page
        vk-ru         parked                        12""",
        String.join(
            "\n",
            DeliveryTable.of(
                List.of(
                    new Delivery(
                        "p",
                        "telegraph-ru",
                        1,
                        "posted",
                        1,
                        "2026-11-30T09:00:00Z",
                        "http://127.0.0.1/page",
                        ""),
                    new Delivery("p", "vk-ru", 1, "parked", 12, "", "", "no such wall")))));
  }
}
