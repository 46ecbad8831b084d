#!/bin/bash
# Runs in the folder of a whole Debian: what a site has before it begins (names, a mail server, a bank with TLS on a leased line), then the page's lines.
set -eu
printf '127.0.0.1 localhost %s' "$(hostname)" >/etc/hosts
for name in console cards transfers fraud identity; do printf ' %s.pay.test' "$name" >>/etc/hosts; done
mkdir -p /etc/bank && cd /etc/bank
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3 -subj /CN=bank -addext subjectAltName=IP:10.77.0.1 -keyout key -out crt 2>/dev/null
cat crt key >pem
chmod 644 crt
cat >haproxy.cfg <<'CFG'
defaults
  mode http
  timeout connect 2s
  timeout client 10s
  timeout server 40s
frontend bank
  bind 10.77.0.1:443 ssl crt /etc/bank/pem
  default_backend bank
backend bank
  server bank 127.0.0.1:4050
CFG
haproxy -D -f haproxy.cfg
# The bank is behind a leased line, and its certificate is of an authority that this site trusts.
printf 'VEZNE_BANK_NETWORKS=10.77.0.0/16\nNODE_EXTRA_CA_CERTS=/etc/bank/crt\n' >/etc/site.env
echo 'VEZNE_PROXY_BIND=127.0.0.1:443' >/etc/haproxy.env
systemctl start postgresql
cd /root/page
exec bash lines.sh
