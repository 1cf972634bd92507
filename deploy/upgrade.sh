#!/bin/sh
# Upgrades the service. Run it as root:
#   upgrade.sh FILE.tgz    to the version in a package
#   upgrade.sh             to the newest version of the repository that the running one was cloned from
#   upgrade.sh v1.2.0      to a tag, branch or commit of it
# The running version serves until the new one is installed and built beside it. If the new one does not become ready, the old
# one runs again, with the database as it was. rollback.sh goes back later.
set -eu
here=$(dirname "$(readlink -f "$0")")
. "$here/switch.sh"

backups=${VITRINE_BACKUPS:-$(setting BACKUP_DIR)}
backups=${backups:-/var/backups/vitrine}
old=$(readlink -e "$home/current") || refuse "There is no $home/current. See docs/operations.md, Upgrade"
before_old=$(readlink -e "$home/previous" || true)
release=$home/releases/$now
# Beside the database, and so on a disk that can hold it.
kept=$data/before-upgrade
aside=$data/replaced-$now
state=installing

# However the script ends, it says what runs.
ended() {
  trap - EXIT
  set +e
  case $state in
  installing) echo "Nothing has changed: Vitrine runs from $old." >&2; exit 1 ;;
  switching) go_back; exit 1 ;;
  esac
}
trap ended EXIT
trap 'exit 1' INT TERM HUP

keep_database() {
  as_user rm -rf "$kept"
  as_user mkdir -m 700 "$kept"
  for file in vitrine.sqlite vitrine.sqlite-wal; do
    if [ -f "$data/$file" ]; then as_user cp --reflink=auto "$data/$file" "$kept/"; fi
  done
}

go_back() {
  echo "Going back to $old" >&2
  systemctl stop vitrine
  if ! can_open "$old"; then
    if [ ! -d "$kept" ]; then
      echo "On PostgreSQL the library goes back by hand: see docs/operations.md, Upgrade. The backup is $backup" >&2
      systemctl start vitrine
      say_what_runs
      return
    fi
    put_database_back
  fi
  if [ -n "$before_old" ]; then lead previous "$before_old"; else rm -f "$home/previous"; fi
  switch_release "$(readlink -f "$home/current")" "$old"
  as_user rm -rf "$kept"
  say_what_runs
}

put_database_back() {
  as_user mkdir -m 700 "$aside"
  as_user mv -t "$aside" "$data"/vitrine.sqlite*
  as_user mv -t "$data" "$kept"/*
  echo "The database is as it was before the upgrade. The upgraded one is in $aside; delete it when nothing is missing." >&2
}

echo "Installing beside the running version, in $release"
case ${1:-} in
*.tgz)
  mkdir -p "$release"
  tar -xzf "$1" --strip-components=1 --no-same-owner -C "$release"
  node "$release/bin/install.cjs"
  ;;
*)
  git clone --quiet "$(git -C "$old" remote get-url origin)" "$release"
  if [ $# -gt 0 ]; then git -C "$release" checkout --quiet "$1"; fi
  node "$release/bin/install.cjs"
  (cd "$release" && npm run build)
  ;;
esac

# With the old version, which knows its own database.
[ -d "$(dirname "$backups")" ] || { echo "$(dirname "$backups") does not exist. Is its disk mounted?" >&2; exit 1; }
[ -d "$backups" ] || install -d -o "$user" -m 700 "$backups"
VITRINE_PROGRAM=$old "$here/vitrine.sh" backup "$backups"
backup=$backups/runs/$(ls "$backups/runs" | tail -n 1)

state=switching
systemctl stop vitrine
if has_database_file; then keep_database; fi
lead previous "$old"
echo "$backup" > "$home/previous.backup"
switch_release "$old" "$release"
becomes_ready || { say_why; exit 1; }
state=done
as_user rm -rf "$kept"
echo "Vitrine runs from $release."
echo "To go back: vitrine rollback $backup"
