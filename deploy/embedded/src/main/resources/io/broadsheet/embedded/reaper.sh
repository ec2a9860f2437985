# Waits for SIGTERM, which its guard sends when the test JVM is gone; then removes what that JVM started.
# Arguments: pid of the postmaster, pid of the broker (its own guard ends it), folder.
sleep 100000 &
trap : TERM
wait
kill "$!"
kill -s INT "$1"
while kill -0 "$1" 2>/dev/null || kill -0 "$2" 2>/dev/null; do
  sleep 0.2
done
rm -rf "$3"
