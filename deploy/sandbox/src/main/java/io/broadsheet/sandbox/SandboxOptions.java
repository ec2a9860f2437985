package io.broadsheet.sandbox;

import io.broadsheet.sandbox.limit.RateLimits;
import io.broadsheet.sandbox.telegram.TelegramSettings;
import io.broadsheet.sandbox.telegraph.TelegraphSettings;
import io.broadsheet.sandbox.vk.VkSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/**
 * How a sandbox runs.
 *
 * @param host the address to listen on
 * @param port the port; 0 takes a free one
 * @param data the folder of the journal; made if missing
 * @param publicUrl where readers' browsers find the sandbox, without a trailing slash; empty: where
 *     it listens
 * @param seed of the random numbers behind fault rules with a probability
 * @param limits whether calls are counted and refused by rate
 * @param clock the time of journal entries and windows
 */
public record SandboxOptions(
    String host,
    int port,
    Path data,
    Optional<String> publicUrl,
    long seed,
    RateLimits limits,
    TelegramSettings telegram,
    TelegraphSettings telegraph,
    VkSettings vk,
    OpenWebSettings openWeb,
    InstantSource clock) {

  /** 127.0.0.1:8090, data in {@code ./sandbox-data}. */
  public static SandboxOptions defaults() {
    return new SandboxOptions(
        "127.0.0.1",
        8090,
        Path.of("sandbox-data"),
        Optional.empty(),
        1,
        RateLimits.ON,
        TelegramSettings.DEFAULTS,
        TelegraphSettings.DEFAULTS,
        VkSettings.DEFAULTS,
        OpenWebSettings.DEFAULTS,
        Clock.systemUTC());
  }

  /** For tests: a free port of 127.0.0.1, data in the given folder. */
  public static SandboxOptions onFreePort(Path data) {
    return defaults().withPort(0).withData(data);
  }

  public SandboxOptions withHost(String value) {
    return new SandboxOptions(
        value, port, data, publicUrl, seed, limits, telegram, telegraph, vk, openWeb, clock);
  }

  public SandboxOptions withPort(int value) {
    return new SandboxOptions(
        host, value, data, publicUrl, seed, limits, telegram, telegraph, vk, openWeb, clock);
  }

  public SandboxOptions withData(Path value) {
    return new SandboxOptions(
        host, port, value, publicUrl, seed, limits, telegram, telegraph, vk, openWeb, clock);
  }

  public SandboxOptions withPublicUrl(String value) {
    return new SandboxOptions(
        host,
        port,
        data,
        Optional.of(value),
        seed,
        limits,
        telegram,
        telegraph,
        vk,
        openWeb,
        clock);
  }

  public SandboxOptions withSeed(long value) {
    return new SandboxOptions(
        host, port, data, publicUrl, value, limits, telegram, telegraph, vk, openWeb, clock);
  }

  public SandboxOptions withLimits(RateLimits value) {
    return new SandboxOptions(
        host, port, data, publicUrl, seed, value, telegram, telegraph, vk, openWeb, clock);
  }

  /** Rate limits by the machine's monotonic clock, or none. */
  public SandboxOptions withRateLimits(boolean on) {
    return withLimits(on ? RateLimits.ON : RateLimits.OFF);
  }

  public SandboxOptions withTelegram(TelegramSettings value) {
    return new SandboxOptions(
        host, port, data, publicUrl, seed, limits, value, telegraph, vk, openWeb, clock);
  }

  /** Telegram tokens answered with 401. */
  public SandboxOptions withRevokedTokens(Set<String> value) {
    return withTelegram(new TelegramSettings(value, telegram.json()));
  }

  public SandboxOptions withTelegraph(TelegraphSettings value) {
    return new SandboxOptions(
        host, port, data, publicUrl, seed, limits, telegram, value, vk, openWeb, clock);
  }

  public SandboxOptions withVk(VkSettings value) {
    return new SandboxOptions(
        host, port, data, publicUrl, seed, limits, telegram, telegraph, value, openWeb, clock);
  }

  public SandboxOptions withOpenWeb(OpenWebSettings value) {
    return new SandboxOptions(
        host, port, data, publicUrl, seed, limits, telegram, telegraph, vk, value, clock);
  }

  public SandboxOptions withClock(InstantSource value) {
    return new SandboxOptions(
        host, port, data, publicUrl, seed, limits, telegram, telegraph, vk, openWeb, value);
  }
}
