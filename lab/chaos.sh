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
commit=$(git -C "$root" rev-parse --short HEAD 2>/dev/null || echo unknown)
exec "$java" -Xmx512m -XX:+UseSerialGC -Dbroadsheet.home="$root" -cp "$root/lab/target/lab.jar" \
  io.broadsheet.lab.chaos.ChaosCommand --commit "$commit" "$@"
