package io.broadsheet.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Tells a folder that an up made from one that holds other things of the user's. */
final class FolderMark {
  private static final String NAME = "broadsheet.stack";
  private static final String CONTENT =
      "Broadsheet's local stack keeps its state in this folder. up.sh --reset deletes it.\n";

  private FolderMark() {}

  /**
   * Accepts a folder that is missing, empty or ours; changes nothing.
   *
   * @throws UpFailed if it holds other things
   * @throws IOException if it cannot be read
   */
  static void require(Path folder) throws IOException {
    // First the content, then the mark: another up makes the mark before anything else.
    if (Files.exists(folder) && !isEmpty(folder) && !isOurs(folder)) {
      throw new UpFailed(
          folder.toRealPath()
              + " holds other things. Nothing was changed there. Name an empty or new folder with"
              + " --data.");
    }
  }

  /** Marks a folder as ours. */
  static void set(Path folder) throws IOException {
    Files.writeString(folder.resolve(NAME), CONTENT);
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (var content = Files.list(folder)) {
      return content.findAny().isEmpty();
    }
  }

  private static boolean isOurs(Path folder) throws IOException {
    return Files.exists(folder.resolve(NAME)) || isFromBeforeTheMark(folder);
  }

  /** Earlier versions left their empty lock file as the only sure sign. */
  private static boolean isFromBeforeTheMark(Path folder) throws IOException {
    Path lock = folder.resolve("lock");
    return Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS) && Files.size(lock) == 0;
  }
}
