#!/bin/sh
# Goes back to the version before the last upgrade. Run it as root:
#   rollback.sh            the version only: enough if the upgrade did not change the database
#   rollback.sh BACKUP     the version and the library, as upgrade.sh backed it up; later changes are kept aside
set -eu

home=${VITRINE_HOME:-/opt/vitrine}
env=${VITRINE_ENV:-/etc/vitrine.env}
user=${VITRINE_USER:-vitrine}
here=$(dirname "$(readlink -f "$0")")
old=$(readlink -f "$home/previous")
data=$(sed -n 's/^DATA_DIR=//p' "$env")
[ -f "$old/package.json" ] || { echo "There is no earlier version: $home/previous leads nowhere" >&2; exit 2; }

give_up() {
  systemctl start vitrine || true
  echo "$1. Nothing was changed, and the newer version runs again." >&2
  exit 2
}

systemctl stop vitrine
if [ $# -gt 0 ]; then
  if grep -q '^DATABASE_URL=.' "$env"; then
    echo "On PostgreSQL, restore by hand: see docs/operations.md. The service is stopped." >&2
    exit 2
  fi
  aside=$data.replaced-$(date +%Y%m%d-%H%M%S)
  mv "$data" "$aside" || give_up "The library could not be moved aside"
  install -d -o "$user" -m 700 "$data"
  # The library's key for signed URLs is in no backup.
  if [ -f "$aside/signing.key" ]; then key=$aside/signing.key; else key=; fi
  if ! VITRINE_PROGRAM=$old "$here/vitrine.sh" restore "$1"; then
    rmdir "$data"
    mv "$aside" "$data"
    give_up "The backup could not be restored"
  fi
  if [ -n "$key" ]; then install -o "$user" -m 600 "$key" "$data/signing.key"; fi
  echo "The library of the newer version is in $aside. Delete it when nothing is missing."
fi
ln -sfn "$old" "$home/current"
systemctl start vitrine
"$here/../bin/node.sh" "--env-file=$env" "$here/wait-until-ready.mjs"
echo "Vitrine runs from $old."
