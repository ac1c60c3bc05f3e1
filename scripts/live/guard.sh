#!/usr/bin/env bash
# guard.sh DIRECTORY COMMAND…: runs COMMAND until standard input ends, then stops it and removes DIRECTORY.
# The pipe ends when its writer ends, however it ends: nothing is left running or lying about.
directory=$1
shift
"$@" >"$directory/$(basename "$1").log" 2>&1 </dev/null &
child=$!
trap 'kill $child 2>/dev/null' TERM INT HUP
cat >/dev/null
kill $child 2>/dev/null
for _ in $(seq 50); do
  kill -0 $child 2>/dev/null || break
  sleep 0.1
done
kill -9 $child 2>/dev/null
wait $child 2>/dev/null
rm -rf "$directory"
