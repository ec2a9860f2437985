package io.broadsheet.generator.writing.gate;

import java.util.List;
import org.eclipse.microprofile.config.Config;

/**
 * The gates' thresholds: {@code broadsheet.gates.*}.
 *
 * @param topic length of a topic ({@code topic.least}, {@code topic.most})
 * @param section length of a section
 * @param article length of an article with its head
 * @param title length of a title
 * @param summary length of a summary
 * @param languageShare least share of letters in the language's alphabet, 0 to 1 ({@code
 *     language-share})
 * @param leftOverShare largest share of letters in the source's alphabet that a translation may
 *     keep, 0 to 1 ({@code left-over-share})
 * @param repeats how often the same sentence may stand ({@code repeats})
 * @param lengthRatio shortest and longest translation, as a multiple of its source
 * @param bannedPhrases what no text may hold ({@code banned-phrases})
 * @param placeholderHosts where no link may lead ({@code placeholder-hosts})
 */
public record GateSettings(
    Bounds topic,
    Bounds section,
    Bounds article,
    Bounds title,
    Bounds summary,
    double languageShare,
    double leftOverShare,
    int repeats,
    Ratio lengthRatio,
    List<String> bannedPhrases,
    List<String> placeholderHosts) {

  /**
   * Bounds of a translation's length, as a multiple of its source's.
   *
   * @param least above 0
   * @param most at least {@code least}
   */
  public record Ratio(double least, double most) {}

  public GateSettings {
    bannedPhrases = List.copyOf(bannedPhrases);
    placeholderHosts = List.copyOf(placeholderHosts);
  }

  /**
   * Reads and checks them.
   *
   * @throws io.broadsheet.common.config.ConfigurationFault naming the first key at fault
   */
  public static GateSettings read(Config config) {
    GateKeys keys = new GateKeys(config);
    GateSettings settings =
        new GateSettings(
            keys.bounds("broadsheet.gates.topic.least", 5, "broadsheet.gates.topic.most", 150),
            keys.bounds(
                "broadsheet.gates.section.least", 80, "broadsheet.gates.section.most", 12_000),
            keys.bounds(
                "broadsheet.gates.article.least", 300, "broadsheet.gates.article.most", 60_000),
            keys.bounds("broadsheet.gates.title.least", 3, "broadsheet.gates.title.most", 150),
            keys.bounds("broadsheet.gates.summary.least", 20, "broadsheet.gates.summary.most", 600),
            keys.share("broadsheet.gates.language-share", 0.6),
            keys.share("broadsheet.gates.left-over-share", 0.02),
            keys.whole("broadsheet.gates.repeats", 3, 1, 100),
            keys.ratio(
                "broadsheet.gates.length-ratio.least",
                0.5,
                "broadsheet.gates.length-ratio.most",
                2.0),
            keys.phrases("broadsheet.gates.banned-phrases", ""),
            keys.phrases(
                "broadsheet.gates.placeholder-hosts",
                "example.com, example.org, example.net, yourdomain.com, your-site.com,"
                    + " website.com, domain.com, site.com, link.com"));
    keys.rejectStrays();
    return settings;
  }
}
