package io.broadsheet.publisher.rendering;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/**
 * A table for channels that have none.
 *
 * @param headings the first row
 * @param rows the others
 */
record Table(List<TableCell> headings, List<List<TableCell>> rows) {

  private static final String SEPARATOR = " | ";

  static Table of(TableBlock block) {
    List<List<TableCell>> rows = new ArrayList<>();
    for (Node part = block.getFirstChild(); part != null; part = part.getNext()) {
      for (Node row = part.getFirstChild(); row != null; row = row.getNext()) {
        rows.add(cells(row));
      }
    }
    return rows.isEmpty()
        ? new Table(List.of(), List.of())
        : new Table(rows.get(0), rows.subList(1, rows.size()));
  }

  private static List<TableCell> cells(Node row) {
    List<TableCell> cells = new ArrayList<>();
    for (Node cell = row.getFirstChild(); cell != null; cell = cell.getNext()) {
      if (cell instanceof TableCell tableCell) {
        cells.add(tableCell);
      }
    }
    return cells;
  }

  /** The rows to list: the headings themselves where there is nothing below them. */
  List<List<TableCell>> lines() {
    return rows.isEmpty() ? List.of(headings) : rows;
  }

  /** What stands before a cell of this column when there are no columns: {@code Heading: }. */
  String label(int column) {
    String heading = column < headings.size() ? line(headings.get(column)) : "";
    return heading.isEmpty() ? "" : heading + ": ";
  }

  /** Columns of equal width, for a fixed-width font; links lose their targets. */
  String aligned() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(headings.stream().map(Table::line).toList());
    rows.forEach(row -> lines.add(row.stream().map(Table::line).toList()));
    List<Integer> widths = new ArrayList<>();
    for (int column = 0; column < headings.size(); column++) {
      int at = column;
      widths.add(lines.stream().mapToInt(line -> width(line, at)).max().orElse(0));
    }
    return lines.stream().map(line -> pad(line, widths)).collect(Collectors.joining("\n"));
  }

  /** How many code points the longest line of {@link #aligned()} may take. */
  int width() {
    int width = 0;
    for (int column = 0; column < headings.size(); column++) {
      int widest = CleanText.length(line(headings.get(column)));
      for (List<TableCell> row : rows) {
        widest =
            Math.max(widest, column < row.size() ? CleanText.length(line(row.get(column))) : 0);
      }
      width += widest + (column == 0 ? 0 : SEPARATOR.length());
    }
    return width;
  }

  private static int width(List<String> line, int column) {
    return column < line.size() ? CleanText.length(line.get(column)) : 0;
  }

  private static String pad(List<String> line, List<Integer> widths) {
    StringBuilder padded = new StringBuilder();
    for (int column = 0; column < line.size(); column++) {
      String cell = line.get(column);
      int width = column < widths.size() ? widths.get(column) : 0;
      padded.append(column == 0 ? "" : SEPARATOR).append(cell);
      padded.append(" ".repeat(Math.max(0, width - CleanText.length(cell))));
    }
    return padded.toString().stripTrailing();
  }

  /**
   * One line per row, each cell behind its heading, for a proportional font.
   *
   * @param cellText the text of a cell
   */
  String listed(Function<Node, String> cellText) {
    if (rows.isEmpty()) {
      return headings.stream().map(Table::line).collect(Collectors.joining(", "));
    }
    return rows.stream().map(row -> listed(row, cellText)).collect(Collectors.joining("\n"));
  }

  private String listed(List<TableCell> row, Function<Node, String> cellText) {
    List<String> cells = new ArrayList<>();
    for (int column = 0; column < row.size(); column++) {
      String cell = CleanText.line(cellText.apply(row.get(column)));
      if (!cell.isEmpty()) {
        cells.add(label(column) + cell);
      }
    }
    return "• " + String.join("; ", cells);
  }

  /** Whether a cell holds a link. */
  boolean hasLinks() {
    LinkFinder finder = new LinkFinder();
    headings.forEach(cell -> cell.accept(finder));
    rows.forEach(row -> row.forEach(cell -> cell.accept(finder)));
    return finder.found;
  }

  private static String line(TableCell cell) {
    return CleanText.line(PlainInline.of(cell));
  }

  private static final class LinkFinder extends AbstractVisitor {

    private boolean found;

    @Override
    public void visit(Link link) {
      found = true;
    }

    @Override
    public void visit(Image image) {
      found = true;
    }
  }
}
