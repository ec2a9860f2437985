# Runs a command and ends it when standard input ends: the kernel closes that pipe however its owner dies.
# Arguments: log file, grace in seconds, command and its arguments. Prints the command's pid, exits with its code.
log=$1
grace=$2
shift 2

# Inherited as ignored: a closed terminal ends the owner, which then stops its children in order.
trap '' HUP
exec 3<&0 </dev/null

# A background command of a non-interactive shell ignores SIGINT: Ctrl-C in the terminal reaches the owner only.
"$@" >>"$log" 2>&1 3<&- &
child=$!
trap : INT TERM
echo "$child"

(
  while read -r _; do :; done
  kill -s TERM "$child" || exit 0
  while [ "$grace" -gt 0 ] && kill -0 "$child"; do
    sleep 1
    grace=$((grace - 1))
  done
  kill -s KILL "$child"
) <&3 >/dev/null 2>&1 3<&- &
watcher=$!
exec 3<&- >/dev/null

while :; do
  wait "$child"
  code=$?
  kill -0 "$child" 2>/dev/null || break
done
kill "$watcher" 2>/dev/null
exit "$code"
