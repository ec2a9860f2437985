#!/bin/sh
# Builds what is missing or older than its sources, then starts the local stack. --help lists the options.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)

fail() {
  echo "up: $1" >&2
  exit 1
}

# The JDK that JAVA_HOME names, else the one on the path: Maven chooses the same way.
if [ -n "${JAVA_HOME:-}" ]; then
  java=$JAVA_HOME/bin/java
else
  java=java
fi
command -v "$java" >/dev/null 2>&1 ||
  fail "there is no Java ($java). Install a JDK, 17 or newer, or point JAVA_HOME at one."
java_version=$("$java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1)
[ "${java_version:-0}" -ge 17 ] ||
  fail "Java ${java_version:-of unknown version} ($java) is too old. Install a JDK, 17 or newer, or point JAVA_HOME at one."

launcher=$root/deploy/local/target/local.jar

# Whether all programs are there and newer than every source they are made from.
is_built() {
  for program in \
    "$root/generator-service/target/quarkus-app/quarkus-run.jar" \
    "$root/publisher-service/target/quarkus-app/quarkus-run.jar" \
    "$root/deploy/sandbox/target/sandbox.jar" \
    "$launcher"; do
    [ -f "$program" ] || return 1
    newer=$(find "$root/pom.xml" "$root/common" "$root/generator-service" "$root/publisher-service" \
      "$root/deploy/sandbox" "$root/deploy/embedded" "$root/deploy/local" \
      -name target -prune -o -type f \( -name pom.xml -o -path '*/src/main/*' \) -newer "$program" -print | head -n 1)
    [ -z "$newer" ] || return 1
  done
}

run_maven() {
  mvn -q -f "$root/pom.xml" -DskipTests -Dspotless.check.skip=true \
    -pl deploy/local,deploy/sandbox,generator-service,publisher-service -am package
}

# Some Mavens write escape sequences whatever -B and style.color say: a file gets none of them.
package() {
  if [ -t 1 ]; then
    run_maven
    return
  fi
  status=0
  output=$(run_maven 2>&1) || status=$?
  output=$(printf '%s' "$output" | sed "s/$(printf '\033')\[[0-9;]*m//g")
  [ -z "$output" ] || printf '%s\n' "$output"
  return $status
}

build() {
  command -v mvn >/dev/null 2>&1 || fail "there is no Maven (mvn) to build with. Install Maven, 3.8 or newer."
  maven_version=$(mvn --version 2>/dev/null | sed -n 's/.*Apache Maven \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
  case $maven_version in
    '') fail "mvn --version does not say its version. Install Maven, 3.8 or newer." ;;
    [012]\ * | 3\ [0-7]) fail "Maven $(echo "$maven_version" | tr ' ' .) is too old. Install Maven, 3.8 or newer." ;;
  esac
  echo "Builds Broadsheet; the first time this downloads its libraries and takes some minutes."
  package || fail "the build failed; its reason stands above."
  # Maven leaves a jar alone whose content did not change.
  touch "$root/generator-service/target/quarkus-app/quarkus-run.jar" \
    "$root/publisher-service/target/quarkus-app/quarkus-run.jar" \
    "$root/deploy/sandbox/target/sandbox.jar" "$launcher"
}

case " $* " in
  *" --help "*) [ -f "$launcher" ] || build ;;
  *) is_built || build ;;
esac

exec "$java" -Xmx96m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dbroadsheet.home="$root" -jar "$launcher" "$@"
