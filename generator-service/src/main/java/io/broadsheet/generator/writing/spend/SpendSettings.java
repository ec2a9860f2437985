package io.broadsheet.generator.writing.spend;

import io.broadsheet.common.config.ConfigurationFault;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;

/**
 * How much may be spent.
 *
 * @param daily the most in a day of the newsroom's zone ({@code broadsheet.budget.daily}); empty
 *     for no cap
 * @param currency the label of every price ({@code broadsheet.budget.currency}, USD)
 * @param zone says when a day begins ({@code broadsheet.zone})
 * @param editionCalls how many calls that were or may be paid for one edition may take, over all
 *     its attempts ({@code broadsheet.budget.edition-calls}, 100, 1 to 100000): what a broken gate
 *     can cost where there is no cap
 */
public record SpendSettings(
    Optional<BigDecimal> daily, String currency, ZoneId zone, int editionCalls) {

  /** How many calls an edition may take where nothing is configured. */
  public static final int EDITION_CALLS = 100;

  private static final String DAILY = "broadsheet.budget.daily";
  private static final int MOST_CALLS = 100_000;
  private static final Pattern CURRENCY = Pattern.compile("[A-Za-z]{1,10}");

  /**
   * Reads and checks them.
   *
   * @throws ConfigurationFault naming the first key at fault
   */
  public static SpendSettings read(Config config) {
    return new SpendSettings(daily(config), currency(config), zone(config), editionCalls(config));
  }

  /** Whether there is a cap, so that every model needs a price. */
  public static boolean isCapped(Config config) {
    return daily(config).isPresent();
  }

  private static Optional<BigDecimal> daily(Config config) {
    return config
        .getOptionalValue(DAILY, String.class)
        .map(text -> amount(DAILY, text))
        .filter(amount -> amount.signum() > 0);
  }

  /**
   * Reads an amount of money.
   *
   * @throws ConfigurationFault unless it is a number from 0 to a million
   */
  public static BigDecimal amount(String key, String text) {
    try {
      BigDecimal amount = new BigDecimal(text.strip());
      if (amount.signum() >= 0
          && amount.scale() <= 12
          && amount.compareTo(BigDecimal.valueOf(1_000_000)) <= 0) {
        return amount;
      }
    } catch (NumberFormatException e) {
      // Told below like a number out of range.
    }
    throw new ConfigurationFault(
        key, "is \"" + text + "\"; write a number from 0 to 1000000, for instance 2.50");
  }

  private static String currency(Config config) {
    String key = "broadsheet.budget.currency";
    String currency = config.getOptionalValue(key, String.class).orElse("USD").strip();
    if (!CURRENCY.matcher(currency).matches()) {
      throw new ConfigurationFault(key, "is \"" + currency + "\"; write a label such as USD");
    }
    return currency;
  }

  private static int editionCalls(Config config) {
    String key = "broadsheet.budget.edition-calls";
    String text = config.getOptionalValue(key, String.class).orElse("" + EDITION_CALLS).strip();
    if (text.matches("[1-9][0-9]{0,5}") && Integer.parseInt(text) <= MOST_CALLS) {
      return Integer.parseInt(text);
    }
    throw new ConfigurationFault(
        key, "is \"" + text + "\"; write a number from 1 to " + MOST_CALLS);
  }

  private static ZoneId zone(Config config) {
    String key = "broadsheet.zone";
    String zone = config.getOptionalValue(key, String.class).orElse("Europe/Moscow");
    try {
      return ZoneId.of(zone.strip());
    } catch (DateTimeException e) {
      throw new ConfigurationFault(key, "is \"" + zone + "\"; write a zone as in Europe/Moscow");
    }
  }
}
