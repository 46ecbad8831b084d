#!/bin/bash
# Stands for systemctl in a folder without systemd: starts the very units of the package, with their settings, as their user; PostgreSQL and haproxy as Debian does.
set -eu
UNITS=/usr/lib/systemd/system

setting() { sed -n "s/^$2=//p" "$UNITS/$1.service"; }

# What systemd does: Environment=, and the files on top.
run() {
  local unit=$1 file
  set -a
  eval "$(setting "$unit" Environment | tr ' ' '\n')"
  for file in /etc/site.env $(setting "$unit" EnvironmentFile); do . "$file"; done
  set +a
  unset SUDO_COMMAND SUDO_USER SUDO_UID SUDO_GID
  cd "$(setting "$unit" WorkingDirectory)"
  umask "$(setting "$unit" UMask)"
  exec setpriv --reuid "$(setting "$unit" User)" --regid "$(setting "$unit" Group)" --init-groups --no-new-privs --bounding-set=-all $(setting "$unit" ExecStart)
}

is_running() { [ -s "/run/$1.pid" ] && kill -0 "$(cat "/run/$1.pid")" 2>/dev/null; }

start() {
  local unit=$1 wanted condition
  case $unit in
    postgresql) exec pg_ctlcluster 15 main start ;;
    haproxy) set -a; . /etc/haproxy.env; set +a; haproxy -D -p /run/haproxy.pid -f /etc/haproxy/haproxy.cfg; return ;;
  esac
  condition=$(setting "$unit" ConditionPathExists)
  [ -z "$condition" ] || [ -e "$condition" ] || return 0
  for wanted in $(setting "$unit" Wants | tr ' ' '\n' | grep '^vezne' || true); do [ -e "/run/${wanted%.service}.done" ] || start "${wanted%.service}"; done
  if [ "$(setting "$unit" Type)" = oneshot ]; then
    (run "$unit") && touch "/run/$unit.done"
  elif ! is_running "$unit"; then
    (run "$unit") </dev/null >>"/var/log/$unit.log" 2>&1 &
    echo $! >"/run/$unit.pid"
  fi
}

stop() {
  [ -s "/run/$1.pid" ] || return 0
  kill -TERM "$(cat "/run/$1.pid")" 2>/dev/null || true
  while is_running "$1"; do sleep 0.1; done
  rm -f "/run/$1.pid" "/run/$1.done"
}

step=$1
shift
for unit in "$@"; do
  unit=${unit%.service}
  case $step:$unit in
    *:--*) ;;
    start:* | enable:*) start "$unit" ;;
    restart:*) stop "$unit"; start "$unit" ;;
    stop:*) stop "$unit" ;;
    is-active:*) is_running "$unit" || [ -e "/run/$unit.done" ] ;;
    *) echo "systemctl $step is not known here" >&2; exit 1 ;;
  esac
done
