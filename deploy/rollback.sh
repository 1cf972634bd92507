#!/bin/sh
# Goes back to the version before the last upgrade. Run it as root:
#   rollback.sh            the version only: enough if the upgrade did not change the database
#   rollback.sh BACKUP     the version and the library, as upgrade.sh backed it up; later changes are kept aside
# If the earlier version does not become ready, the newer one runs again, with its library.
set -eu
here=$(dirname "$(readlink -f "$0")")
. "$here/switch.sh"

newer=$(readlink -e "$home/current") || refuse "There is no $home/current. See docs/operations.md, Upgrade"
old=$(readlink -e "$home/previous") && [ -f "$old/package.json" ] ||
  refuse "There is no earlier version: $home/previous leads nowhere. Nothing was changed."
[ "$old" != "$newer" ] || refuse "Vitrine already runs from $old, the version before the last upgrade. Nothing was changed."
# Both on the disk of the library, so that they only have to be renamed.
restored=$data/restored-$now
aside=$data/replaced-$now
state=preparing

# However the script ends, it says what runs.
ended() {
  trap - EXIT
  set +e
  case $state in
  preparing)
    as_user rm -rf "$restored"
    echo "Nothing has changed: Vitrine runs from $newer." >&2
    exit 2
    ;;
  switching) return_to_newer; exit 1 ;;
  esac
}

return_to_newer() {
  echo "Returning to $newer" >&2
  systemctl stop vitrine
  if [ -d "$aside" ]; then
    if [ ! -d "$restored" ]; then
      as_user mkdir -m 700 "$restored"
      move_library "$data" "$restored"
    fi
    move_library "$aside" "$data"
    as_user rm -rf "$restored" "$aside"
  fi
  switch_release "$(readlink -f "$home/current")" "$newer"
  say_what_runs
}

# Everything but what upgrades and rollbacks keep.
move_library() {
  as_user find "$1" -mindepth 1 -maxdepth 1 ! -name 'restored-*' ! -name 'replaced-*' ! -name lost+found -exec mv -t "$2" {} +
}

installed=$units/vitrine.service
program=$(sed -n "s|^ExecStart=$home/current/\([^ ]*\).*|\1|p" "$installed" 2> /dev/null || true)
if ! cmp -s "$installed" "$newer/deploy/vitrine.service" && [ -n "$program" ] && [ ! -e "$old/$program" ]; then
  refuse "$installed starts $program, which the earlier version does not have. Copy $old/deploy/vitrine.service there first. Nothing was changed."
fi

trap ended EXIT
trap 'exit 1' INT TERM HUP
if [ $# -eq 0 ]; then
  if ! can_open "$old"; then
    echo "The library has to go back as well: vitrine rollback $(cat "$home/previous.backup" 2> /dev/null || echo BACKUP)" >&2
    exit 2
  fi
else
  if ! has_database_file || [ -n "$(setting STORAGE_URL)" ]; then
    echo "With PostgreSQL or S3, restore the library by hand: see docs/operations.md, Upgrade." >&2
    exit 2
  fi
  as_user mkdir -m 700 "$restored"
  # The newer version goes on serving.
  DATA_DIR=$restored VITRINE_PROGRAM=$old "$here/vitrine.sh" restore "$1"
  # The library's key for signed URLs is in no backup.
  if [ -f "$data/signing.key" ]; then as_user cp --preserve "$data/signing.key" "$restored/"; fi
fi

state=switching
systemctl stop vitrine
if [ -d "$restored" ]; then
  as_user mkdir -m 700 "$aside"
  move_library "$data" "$aside"
  move_library "$restored" "$data"
  as_user rmdir "$restored"
fi
switch_release "$newer" "$old"
becomes_ready || { say_why; exit 1; }
state=done
if [ -d "$aside" ]; then echo "The library of the newer version is in $aside. Delete it when nothing is missing."; fi
echo "Vitrine runs from $old."
