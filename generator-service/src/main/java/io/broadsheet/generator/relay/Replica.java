package io.broadsheet.generator.relay;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/** The name of this process, unlike any other's, for the slot's holder and the lease's owner. */
final class Replica {

  /** PostgreSQL cuts application names at 63 bytes. */
  private static final int HOST_LENGTH = 50;

  private Replica() {}

  /** The host's name, which is the pod's in Kubernetes, and a random suffix. */
  static String name() {
    String host = host().replaceAll("[^A-Za-z0-9.-]", "-");
    return host.substring(0, Math.min(host.length(), HOST_LENGTH))
        + "-"
        + UUID.randomUUID().toString().substring(0, 8);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "replica";
    }
  }
}
