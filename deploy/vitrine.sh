#!/bin/sh
# Runs a command of Vitrine as the service's user, with the service's settings:  vitrine backup /var/backups/vitrine
# Link it to /usr/local/bin/vitrine. VITRINE_ENV and VITRINE_PROGRAM name another file of settings and another release.
set -eu
here=$(dirname "$(dirname "$(readlink -f "$0")")")
release=${VITRINE_PROGRAM:-$here}
if [ -f "$release/bin/vitrine.cjs" ]; then exec "$here/bin/node.sh" "$release/bin/vitrine.cjs" "$@"; fi
# A release of 0.1, after a rollback.
command=$1
shift
exec runuser -u "${VITRINE_USER:-vitrine}" -- \
  "$here/bin/node.sh" "--env-file=${VITRINE_ENV:-/etc/vitrine.env}" "$release/server/cli/$command.ts" "$@"
