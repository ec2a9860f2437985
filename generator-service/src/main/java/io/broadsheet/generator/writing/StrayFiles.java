package io.broadsheet.generator.writing;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Spelling;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Files of the user's folder that nothing reads: the built-in ones they were to replace would stay
 * in force unseen.
 */
final class StrayFiles {

  // The root of a volume has one, which only root may look into.
  private static final String LOST_AND_FOUND = "lost+found";

  private StrayFiles() {}

  /**
   * Looks through a folder and the folders in it. What begins with a dot is passed over: Kubernetes
   * keeps the versions of a mounted ConfigMap so, and others their own.
   *
   * @param key which names the folder
   * @param known the names that may stand in it, with {@code /} between their parts
   * @throws ConfigurationFault naming the first file that has none of them, and the nearest of them
   */
  static void reject(String key, Path folder, Set<String> known) {
    TreeSet<String> strays = new TreeSet<>();
    try {
      Files.walkFileTree(
          folder,
          EnumSet.of(FileVisitOption.FOLLOW_LINKS),
          Integer.MAX_VALUE,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
              return !path.equals(folder) && isPassedOver(path)
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
              String name = folder.relativize(path).toString().replace('\\', '/');
              if (!isPassedOver(path) && !known.contains(name)) {
                strays.add(name);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path path, IOException fault)
                throws IOException {
              if (isPassedOver(path)) {
                return FileVisitResult.CONTINUE;
              }
              throw fault;
            }
          });
    } catch (IOException e) {
      throw new ConfigurationFault(key, "names a folder that cannot be read whole: " + e);
    }
    if (!strays.isEmpty()) {
      String stray = strays.first();
      throw new ConfigurationFault(
          key,
          "holds "
              + folder.resolve(stray)
              + ", which no brief and no prompt in use has the name of; the nearest name is "
              + Spelling.nearest(known.stream(), stray)
              + "; rename the file, take it out, or give its content type a weekday");
    }
  }

  private static boolean isPassedOver(Path path) {
    String name = path.getFileName().toString();
    return name.startsWith(".") || name.equals(LOST_AND_FOUND);
  }
}
