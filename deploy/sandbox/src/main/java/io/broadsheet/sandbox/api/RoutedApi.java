package io.broadsheet.sandbox.api;

import io.broadsheet.sandbox.wire.ApiName;
import java.util.List;

/**
 * An API below a path of its own name that says itself which of its methods a path means. Its calls
 * carry the path below that name in {@link Call#rest()}.
 */
public interface RoutedApi extends Api {
  /** Its name, which is also the first part of its paths. */
  ApiName name();

  /**
   * The method a path means; what fault rules match and the request log shows.
   *
   * @param path what follows the API's name, decoded; at least one part
   */
  String method(String httpMethod, List<String> path);
}
