# What has to hold when all lines of the page have run; lines that begin with --- are shown.
echo "=== $SECONDS end"
for wait in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do [ -s /root/mails ] && break; sleep 1; done
grep -qi zeynep@acme.example /root/mails && echo "--- the invitation came to the mail server"
vezne ps | sed 's/^/--- /'
vezne doctor --production --json | jq -e '.next == null and ([.steps[] | select(.state != "done")] | length) == 0' >/dev/null
echo "--- vezne doctor --production: every step done"
vezne doctor >/root/doctor || { cat /root/doctor; exit 1; }
echo "--- vezne doctor: $(grep -c '^ok' /root/doctor) ok, $(grep -c '^warn' /root/doctor || true) warnings, 0 failed"
grep '^warn' /root/doctor | sed 's/^/--- /' || true
# nginx in the place of haproxy, as its example says.
kill "$(cat /run/haproxy.pid)"
while kill -0 "$(cat /run/haproxy.pid)" 2>/dev/null; do sleep 0.1; done
rm -f /etc/nginx/sites-enabled/default
sed 's/listen 443/listen 127.0.0.1:443/' /usr/lib/vezne/deploy/nginx.conf >/etc/nginx/conf.d/vezne.conf
openssl x509 -in /etc/haproxy/vezne.pem -out /etc/nginx/vezne.crt
openssl pkey -in /etc/haproxy/vezne.pem -out /etc/nginx/vezne.key
nginx -q -t && nginx
for surface in cards transfers fraud identity; do curl --silent --show-error --fail --output /dev/null "https://$surface.$DOMAIN/health/ready"; done
curl --silent --show-error --fail --output /dev/null "https://console.$DOMAIN/console/"
[ "$(curl --silent -o /dev/null -w '%{http_code}' -H 'X-Forwarded-Proto: http' "https://cards.$DOMAIN/health/live")" = 200 ]
if curl --silent --insecure "https://127.0.0.1/health/live"; then echo 'a name that is not ours is answered'; exit 1; fi
echo '--- nginx: five names answer, others are refused'
# Installed again over itself, as an upgrade is: settings stay; then removed, and settings and data are still there.
before=$(sha256sum /etc/vezne/vezne.env)
apt-get install -y --reinstall ./vezne_*_amd64.deb >/dev/null 2>&1
[ "$before" = "$(sha256sum /etc/vezne/vezne.env)" ]
for unit in vezne-worker vezne-api; do systemctl stop "$unit"; done
apt-get remove -y vezne >/dev/null 2>&1
[ -s /etc/vezne/keys.json ] && [ -d /var/lib/vezne ] && [ ! -e /usr/bin/vezne ]
echo '--- installed over itself and removed: settings, keys and data stay'
