package io.broadsheet.common.config;

/** A configuration error: it stops the start and names the key, never the value of a secret. */
public class ConfigurationFault extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String key;

  /**
   * @param key the full configuration key
   * @param fault what is wrong with it and what to do, as the rest of a sentence that begins with
   *     the key
   */
  public ConfigurationFault(String key, String fault) {
    super(key + " " + fault);
    this.key = key;
  }

  /** The key to mend. */
  public String key() {
    return key;
  }
}
