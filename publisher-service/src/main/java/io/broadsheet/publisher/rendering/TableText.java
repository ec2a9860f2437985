package io.broadsheet.publisher.rendering;

import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.Node;

/** Tables for channels that have none. */
final class TableText {

  private TableText() {}

  /** Columns of equal width, for channels with a fixed-width font. */
  static String aligned(TableBlock table) {
    List<List<String>> rows = rows(table, false);
    List<Integer> widths = new ArrayList<>();
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        int width = CleanText.length(row.get(column));
        if (column == widths.size()) {
          widths.add(width);
        } else {
          widths.set(column, Math.max(widths.get(column), width));
        }
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        line.append(column == 0 ? "" : " | ").append(cell);
        line.append(" ".repeat(widths.get(column) - CleanText.length(cell)));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  /** One line per row, each cell named by its heading, for channels with a proportional font. */
  static String listed(TableBlock table) {
    List<List<String>> rows = rows(table, true);
    if (rows.size() < 2) {
      return rows.isEmpty() ? "" : String.join(", ", rows.get(0));
    }
    List<String> headings = rows.get(0);
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows.subList(1, rows.size())) {
      List<String> cells = new ArrayList<>();
      for (int column = 0; column < row.size(); column++) {
        String heading = column < headings.size() ? headings.get(column) : "";
        if (!row.get(column).isEmpty()) {
          cells.add(heading.isEmpty() ? row.get(column) : heading + ": " + row.get(column));
        }
      }
      lines.add("• " + String.join("; ", cells));
    }
    return String.join("\n", lines);
  }

  private static List<List<String>> rows(TableBlock table, boolean withTargets) {
    List<List<String>> rows = new ArrayList<>();
    for (Node part = table.getFirstChild(); part != null; part = part.getNext()) {
      for (Node row = part.getFirstChild(); row != null; row = row.getNext()) {
        if (row instanceof TableRow) {
          rows.add(cells(row, withTargets));
        }
      }
    }
    return rows;
  }

  private static List<String> cells(Node row, boolean withTargets) {
    List<String> cells = new ArrayList<>();
    for (Node cell = row.getFirstChild(); cell != null; cell = cell.getNext()) {
      if (cell instanceof TableCell) {
        cells.add(
            CleanText.line(withTargets ? PlainInline.withTargets(cell) : PlainInline.of(cell)));
      }
    }
    return cells;
  }
}
