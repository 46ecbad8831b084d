#!/bin/bash
# Runs the image in /image as its user with a read-only root, beside PostgreSQL 15: the keys, the schema, an api.
set -eu
printf '127.0.0.1 localhost %s\n' "$(hostname)" >/etc/hosts
systemctl start postgresql
sudo -u postgres psql --quiet -c "create role image_owner login createrole password 'o'" -c 'create database image owner image_owner'
mount --bind /image /image
mkdir -p /image/run/keys
mount -o remount,ro,bind /image
mount -t tmpfs -o mode=1777 tmpfs /image/tmp
mount -t tmpfs -o uid=10001,gid=10001,mode=750 tmpfs /image/var/lib/vezne
mount -t tmpfs -o uid=10001,gid=10001,mode=750 tmpfs /image/run/keys
mount -t proc proc /image/proc
mount --bind /dev /image/dev
in_image() { # NAME=value ... -- command ...
  local settings=()
  while [ "$1" != -- ]; do settings+=("$1"); shift; done
  shift
  setpriv --no-new-privs --bounding-set=-all,+setuid,+setgid,+sys_chroot chroot --userspec=10001:10001 --groups= /image env -i $(cat /root/image.env) "${settings[@]}" "$@"
}
URL=127.0.0.1:5432/image
in_image -- $(sed 's/ start$//' /root/image.command) keys make /run/keys/keys.json >/dev/null
APP="DATABASE_APP_URL=postgres://image_app:a@$URL" KEYS=VEZNE_MASTER_KEYS_FILE=/run/keys/keys.json PROXY=VEZNE_TRUSTED_PROXIES=10.0.0.0/8
in_image "$APP" "$KEYS" VEZNE_ROLE=migrate "DATABASE_URL=postgres://image_owner:o@$URL" -- $(cat /root/image.command)
in_image "$APP" "$KEYS" "$PROXY" VEZNE_ROLE=api -- $(cat /root/image.command) >/root/api.log 2>&1 &
curl --silent --retry 60 --retry-connrefused --retry-delay 1 --fail --output /dev/null http://127.0.0.1:4090/health/ready || { cat /root/api.log; exit 1; }
TOOL=$(sed 's/ start$//' /root/image.command)
in_image "$APP" "$KEYS" -- $TOOL ps --json >/root/ps.json
[ "$(stat -c %u "/proc/$(jq '.[0].pid' /root/ps.json)")" = 10001 ]
echo '--- ready as user 10001, root read-only'
if in_image -- /bin/sh -c 'echo x >/usr/lib/vezne/x' 2>/dev/null; then echo 'the root can be written'; exit 1; fi
in_image "$APP" "$KEYS" -- $TOOL ps | sed 's/^/--- /'
