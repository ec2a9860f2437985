package io.broadsheet.lab.chaos;

import io.broadsheet.embedded.FreePorts;
import io.broadsheet.local.UpFailed;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The TCP ports of a run, one after the other on 127.0.0.1.
 *
 * @param base the sandbox's; then the database's, the broker's two, the generators', the
 *     publishers'
 * @param replicas of each service
 */
record ChaosPorts(int base, int replicas) {

  private static final int BELOW_SERVICES = 4;

  int sandbox() {
    return base;
  }

  int postgresql() {
    return base + 1;
  }

  int kafka() {
    return base + 2;
  }

  int kafkaController() {
    return base + 3;
  }

  int generator(int replica) {
    return base + BELOW_SERVICES + replica;
  }

  int publisher(int replica) {
    return generator(replicas) + replica;
  }

  String sandboxUrl() {
    return "http://127.0.0.1:" + sandbox();
  }

  List<String> generatorUrls() {
    return IntStream.range(0, replicas)
        .mapToObj(replica -> "http://127.0.0.1:" + generator(replica))
        .toList();
  }

  String bootstrapServers() {
    return "127.0.0.1:" + kafka();
  }

  /**
   * Checks that nobody listens on any of them.
   *
   * @throws UpFailed naming those that are taken
   */
  void requireFree() {
    List<Integer> taken =
        IntStream.range(base, publisher(replicas))
            .filter(port -> !FreePorts.isFree(port))
            .boxed()
            .toList();
    if (!taken.isEmpty()) {
      throw new UpFailed("taken on 127.0.0.1: " + taken + "; name another base with --ports");
    }
  }
}
