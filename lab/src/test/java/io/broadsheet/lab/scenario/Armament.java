package io.broadsheet.lab.scenario;

import java.util.List;

/**
 * What is to be met from the moment when an edition is published, in each list in its order.
 *
 * @param publishing met by the edition itself
 * @param relaying met by the stream
 * @param reconciling met by the reconciler
 * @param takingIn met by the inbox
 */
record Armament(
    List<Fault> publishing, List<Fault> relaying, List<Fault> reconciling, List<Fault> takingIn) {

  static final Armament NONE = new Armament(List.of(), List.of(), List.of(), List.of());
}
