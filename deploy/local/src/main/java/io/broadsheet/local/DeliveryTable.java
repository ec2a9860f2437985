package io.broadsheet.local;

import io.broadsheet.local.GeneratorApi.Delivery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Lays deliveries out as a table: target, state, posted at, attempts, URL. */
final class DeliveryTable {
  private static final List<String> HEADER =
      List.of("target", "state", "posted at", "attempts", "URL");

  private DeliveryTable() {}

  /** The lines of the table, the header first. */
  static List<String> of(Collection<Delivery> deliveries) {
    List<List<String>> rows = new ArrayList<>(List.of(HEADER));
    for (Delivery delivery : deliveries) {
      rows.add(
          List.of(
              delivery.target(),
              delivery.state(),
              delivery.postedAt(),
              Integer.toString(delivery.attempts()),
              delivery.url()));
    }
    return rows.stream().map(row -> line(row, rows)).toList();
  }

  private static String line(List<String> row, List<List<String>> rows) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      int index = column;
      int width = rows.stream().mapToInt(other -> other.get(index).length()).max().orElse(0);
      line.append(row.get(column)).append(" ".repeat(width - row.get(column).length() + 2));
    }
    return line.toString().stripTrailing();
  }
}
