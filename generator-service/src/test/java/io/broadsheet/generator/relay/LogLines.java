package io.broadsheet.generator.relay;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What a class logs while this is open. */
final class LogLines extends Handler implements AutoCloseable {

  private final Logger logger;
  private final List<String> lines = new CopyOnWriteArrayList<>();

  private LogLines(Logger logger) {
    this.logger = logger;
  }

  static LogLines of(Class<?> type) {
    LogLines lines = new LogLines(Logger.getLogger(type.getName()));
    lines.logger.addHandler(lines);
    return lines;
  }

  boolean contain(String text) {
    return lines.stream().anyMatch(line -> line.contains(text));
  }

  @Override
  public void publish(LogRecord entry) {
    // The service's loggers write messages for String.format.
    Object[] values = entry.getParameters();
    lines.add(values == null ? entry.getMessage() : entry.getMessage().formatted(values));
  }

  @Override
  public void flush() {
    // Nothing is buffered.
  }

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
