package io.broadsheet.local;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;

/**
 * What a run was asked for; see {@link LocalCommand} for each option.
 *
 * @param live the user's own configuration, or empty for the sandbox
 */
record RunOptions(
    boolean once,
    Optional<Path> live,
    Path data,
    Ports ports,
    ZoneId zone,
    Duration deadline,
    boolean reset,
    boolean yes) {}
