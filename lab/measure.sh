#!/bin/sh
# Builds everything, then measures the real processes. --help lists what and how.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
if [ -n "${JAVA_HOME:-}" ]; then
  java=$JAVA_HOME/bin/java
else
  java=java
fi

if [ "${1:-}" = --built ]; then
  shift
else
  mvn -q -f "$root/pom.xml" -DskipTests -Dspotless.check.skip=true -pl lab,deploy/local,deploy/sandbox -am package
fi

exec "$java" -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dbroadsheet.home="$root" \
  -cp "$root/lab/target/lab.jar" io.broadsheet.lab.measure.MeasureCommand "$@"
