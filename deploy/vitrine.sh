#!/bin/sh
# Runs a command of Vitrine as the service's user, with the service's settings:  vitrine backup /var/backups/vitrine
# Link it to /usr/local/bin/vitrine. VITRINE_ENV and VITRINE_PROGRAM name another file of settings and another release.
set -eu
here=${VITRINE_PROGRAM:-$(dirname "$(dirname "$(readlink -f "$0")")")}
if [ -f "$here/bin/vitrine.cjs" ]; then exec "$here/node_modules/.bin/node" "$here/bin/vitrine.cjs" "$@"; fi
# A release of 0.1, after a rollback.
command=$1
shift
exec runuser -u "${VITRINE_USER:-vitrine}" -- \
  "$here/node_modules/.bin/node" "--env-file=${VITRINE_ENV:-/etc/vitrine.env}" "$here/server/cli/$command.ts" "$@"
