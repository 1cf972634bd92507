#!/bin/sh
# Upgrades the service. Run it as root:
#   upgrade.sh FILE.tgz    to the version in a package
#   upgrade.sh             to the newest version of the repository that the running one was cloned from
#   upgrade.sh v1.2.0      to a tag, branch or commit of it
# The running version serves until the new one is installed and built beside it. rollback.sh goes back.
set -eu

home=${VITRINE_HOME:-/opt/vitrine}
env=${VITRINE_ENV:-/etc/vitrine.env}
backups=${VITRINE_BACKUPS:-$(sed -n 's/^BACKUP_DIR=//p' "$env")}
backups=${backups:-/var/backups/vitrine}
user=${VITRINE_USER:-vitrine}
here=$(dirname "$(readlink -f "$0")")
now=$(date +%Y%m%d-%H%M%S)
old=$(readlink -f "$home/current") || { echo "There is no $home/current. See docs/operations.md, Upgrade" >&2; exit 2; }
release=$home/releases/$now

echo "Installing beside the running version, in $release"
case ${1:-} in
*.tgz)
  npm install --global --prefix "$release" "$1"
  new=$release/lib/node_modules/vitrine
  ;;
*)
  git clone --quiet "$(git -C "$old" remote get-url origin)" "$release"
  if [ $# -gt 0 ]; then git -C "$release" checkout --quiet "$1"; fi
  (cd "$release" && npm ci --omit=dev && npm run build)
  new=$release
  ;;
esac

# With the old version, which knows its own database.
[ -d "$backups" ] || install -d -o "$user" -m 700 "$backups"
VITRINE_PROGRAM=$old "$here/vitrine.sh" backup "$backups"
backup=$backups/runs/$(ls "$backups/runs" | tail -n 1)

systemctl stop vitrine
ln -sfn "$old" "$home/previous"
ln -sfn "$new" "$home/current"
systemctl start vitrine

# Up to a minute: the start upgrades the database.
if "$new/bin/node.sh" "--env-file=$env" "$here/wait-until-ready.mjs"; then
  echo "Vitrine runs from $new."
  echo "To go back: $new/deploy/rollback.sh $backup"
else
  echo "Vitrine is not ready. See: journalctl --unit vitrine" >&2
  echo "To go back: $new/deploy/rollback.sh $backup" >&2
  exit 1
fi
