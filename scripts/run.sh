#!/bin/sh
# Runs scripts/<command>.ts with the pinned Node 24, after prepare.mjs has installed and built what is stale:
#
#   sh scripts/run.sh <command> [arguments]
#
# This shell becomes the command, so nothing of the launcher stays in memory with a running site.
cd "$(dirname "$0")/.." || exit
PATH="$PWD/node_modules/.bin:$PATH"
export PATH

# In the background: a shell that waits for a foreground program handles no signal until it ends.
node scripts/prepare.mjs "$@" &
preparing=$!
trap 'kill -TERM $preparing 2>/dev/null' HUP INT TERM
wait $preparing
status=$?
trap - HUP INT TERM
# prepare.mjs exits with 100 when nothing is left to do: it printed the usage, or the command was the build itself.
if [ $status -eq 100 ]; then exit 0; fi
if [ $status -ne 0 ]; then exit $status; fi

command=$1
shift
# end-with-npm.mjs ends the command when npm, the process that runs this shell, has exited.
STARTED_BY=$PPID exec node_modules/node/bin/node --import ./scripts/prepare/end-with-npm.mjs "scripts/$command.ts" "$@"
