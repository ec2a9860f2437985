#!/bin/sh
# Runs the chaos lab's tier 3 on what is built: mvn -DskipTests package first. --help lists the options.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
if [ -n "${JAVA_HOME:-}" ]; then
  java=$JAVA_HOME/bin/java
else
  java=java
fi
[ -f "$root/lab/target/lab.jar" ] || {
  echo "chaos: lab/target/lab.jar is missing. Run mvn -DskipTests package." >&2
  exit 1
}
commit=$(git -C "$root" describe --always --dirty 2>/dev/null || echo unknown)
# What runs is what was built, whatever is checked out.
for module in common generator-service publisher-service deploy/embedded deploy/local deploy/sandbox lab; do
  jar=$(ls -t "$root/$module"/target/*.jar "$root/$module"/target/quarkus-app/*.jar 2>/dev/null | head -n 1)
  if [ -n "$jar" ] && [ -n "$(find "$root/$module/src/main" -type f -newer "$jar" | head -n 1)" ]; then
    commit="$commit, $module built before its sources were changed"
  fi
done
exec "$java" -Xmx512m -XX:+UseSerialGC -Dbroadsheet.home="$root" -cp "$root/lab/target/lab.jar" \
  io.broadsheet.lab.chaos.ChaosCommand --commit "$commit" "$@"
