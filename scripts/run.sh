#!/bin/sh
# Runs scripts/<command>.ts with the pinned Node 24, after prepare.mjs has installed and built what is stale:
#
#   sh scripts/run.sh <command> [arguments]
#
# This shell becomes the command, so nothing of the launcher stays in memory beside a running site.
cd "$(dirname "$0")/.." || exit
PATH="$PWD/node_modules/.bin:$PATH"
export PATH

# In the background, since a shell that waits for a program in the foreground takes no signal meanwhile.
node scripts/prepare.mjs "$@" &
preparing=$!
trap 'kill -TERM $preparing 2>/dev/null' HUP INT TERM
wait $preparing
status=$?
trap - HUP INT TERM
# prepare.mjs says so when nothing is left to do: it has printed the usage, or the command was the build itself.
if [ $status -eq 100 ]; then exit 0; fi
if [ $status -ne 0 ]; then exit $status; fi

command=$1
shift
# end-with-npm.mjs ends the command when the process that runs us, npm, has gone.
STARTED_BY=$PPID exec node_modules/node/bin/node --import ./scripts/prepare/end-with-npm.mjs "scripts/$command.ts" "$@"
