# What upgrade.sh and rollback.sh share: the service's places, and switching it from one release to another.
home=${VITRINE_HOME:-/opt/vitrine}
env=${VITRINE_ENV:-/etc/vitrine.env}
user=${VITRINE_USER:-vitrine}
units=${VITRINE_UNITS:-/etc/systemd/system}
now=$(date +%Y%m%d-%H%M%S)

setting() { sed -n "s/^$1=//p" "$env" | tail -n 1 | tr -d "\"'"; }
data=$(setting DATA_DIR)
data=${data:-/var/lib/vitrine}

refuse() { echo "$1" >&2; exit 2; }
has_database_file() { [ -z "$(setting DATABASE_URL)" ]; }

# The service's user could lead root's own steps elsewhere by links in its folder. It may not enter root's, where find would fail.
as_user() { (cd / && runuser -u "$user" -- "$@"); }

# Leads a link of $home to a release, with no moment in which there is none.
lead() { ln -sfn "$2" "$home/$1.new" && mv -T "$home/$1.new" "$home/$1"; }

# Whether a release can open the library as it is now. Says why if it cannot.
can_open() { "$here/vitrine.sh" check-release "$1"; }

# Unit files of one release that nobody has edited become those of another.
switch_units() {
  for unit in "$1"/deploy/vitrine*.service "$1"/deploy/vitrine*.timer; do
    installed=$units/$(basename "$unit")
    other=$2/deploy/$(basename "$unit")
    if [ ! -f "$installed" ] || [ ! -f "$other" ] || cmp -s "$unit" "$other"; then continue; fi
    if cmp -s "$unit" "$installed"; then
      cp "$other" "$installed"
    elif ! cmp -s "$other" "$installed"; then
      echo "$installed has been edited, so it stays as it is. Compare it with $other"
    fi
  done
  systemctl daemon-reload
}

# The caller has stopped the service.
switch_release() {
  switch_units "$1" "$2"
  lead current "$2"
  started=$(date +%s)
  systemctl start vitrine
}

# Whether the service becomes ready. Its start may upgrade the database, which takes minutes for a large library.
becomes_ready() { "$here/../bin/node.sh" "--env-file=$env" "$here/wait-until-ready.mjs" && systemctl is-active --quiet vitrine; }

say_why() {
  log=$(journalctl _SYSTEMD_UNIT=vitrine.service --since "@$started" --quiet --output cat 2> /dev/null || true)
  why=$(echo "$log" | grep 'cannot start' | tail -n 1 || true)
  echo "It does not become ready: ${why:-see journalctl --unit vitrine}" >&2
}

# What runs now, for the end of a script that could not do what it was asked to.
say_what_runs() {
  if becomes_ready; then
    echo "Vitrine runs from $(readlink -f "$home/current")." >&2
  else
    echo "Vitrine is down: the release in $(readlink -f "$home/current") does not become ready. See: journalctl --unit vitrine" >&2
  fi
}
