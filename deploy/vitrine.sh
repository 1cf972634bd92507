#!/bin/sh
# Runs a command of Vitrine as the service's user, with the service's settings:  vitrine backup /backup/today
# Link it to /usr/local/bin/vitrine. VITRINE_USER, VITRINE_ENV and VITRINE_PROGRAM name another user, another file of
# settings and another release of the program.
set -eu
here=${VITRINE_PROGRAM:-$(dirname "$(dirname "$(readlink -f "$0")")")}
if [ $# -eq 0 ] || [ ! -f "$here/server/cli/$1.ts" ]; then
  echo "Usage: vitrine backup|doctor|export|import|migrate|restore|set-password [--help]" >&2
  exit 2
fi
command=$1
shift
exec runuser -u "${VITRINE_USER:-vitrine}" -- \
  "$here/node_modules/.bin/node" "--env-file=${VITRINE_ENV:-/etc/vitrine.env}" "$here/server/cli/$command.ts" "$@"
