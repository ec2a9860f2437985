package io.broadsheet.lab.measure;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Processor time from now on, by process. */
final class Usage {

  private final Bench bench;
  private final ServiceProcess service;
  private final Map<String, Duration> before;

  Usage(Bench bench, ServiceProcess service) {
    this.bench = bench;
    this.service = service;
    this.before = times();
  }

  private Map<String, Duration> times() {
    Map<String, Duration> times = new TreeMap<>(bench.processorTimes());
    times.put("service", service.processorTime());
    return times;
  }

  /** So far, divided by so many things done. */
  String each(int things) {
    return times().entrySet().stream()
        .map(
            entry -> {
              Duration used = entry.getValue().minus(before.get(entry.getKey()));
              return String.format(
                  Locale.ROOT, "%s %.3f ms", entry.getKey(), used.toMillis() / (double) things);
            })
        .collect(Collectors.joining(", "));
  }
}
