/** What operators take from deploy/: who gets the owner's password, which callers may say to be somebody else, where the data lies. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { blocksOf } from '../long-running/deploy/installation.ts'
import { makeScratch } from '../support/scratch.ts'

const compose = readFileSync('deploy/compose.yaml', 'utf8')
/** The lines of a service, up to the next one. */
const serviceOf = (name: string): string => {
  const found = new RegExp(`^  ${name}:\\n(?:    .*\\n)+`, 'm').exec(compose)
  assert.ok(found, name)
  return found[0]
}

test('the owner of the schema is known to what migrates, and to nothing that serves', () => {
  for (const role of ['api', 'worker']) {
    const unit = readFileSync(`deploy/systemd/vezne-${role}.service`, 'utf8')
    assert.deepEqual(unit.match(/^EnvironmentFile=.*$/gm), ['EnvironmentFile=/etc/vezne/vezne.env'], role)
    assert.doesNotMatch(serviceOf(role), /OWNER_PASSWORD|\bDATABASE_URL/, role)
  }
  assert.match(serviceOf('migrate'), /\bDATABASE_URL: .*OWNER_PASSWORD/)
  const settings = /^x-settings:[\s\S]*?\n\n/m.exec(compose)![0]
  assert.doesNotMatch(settings, /OWNER_PASSWORD|\bDATABASE_URL/)
  assert.doesNotMatch(readFileSync('deploy/helm/vezne/templates/deployments.yaml', 'utf8'), /secrets\.owner/)
})

/** The settings that systemd reads of a unit. */
const unitOf = (name: string): string =>
  readFileSync(`deploy/systemd/vezne-${name}.service`, 'utf8').replace(/^#.*\n/gm, '')

test('who holds the address of the owner or of the backup runs no compiled code that an api can write, and an api is kept from its memory', () => {
  for (const name of ['migrate', 'backup']) {
    assert.doesNotMatch(unitOf(name), /NODE_COMPILE_CACHE|CacheDirectory/, name)
    assert.match(unitOf(name), /^Environment=.*\bNODE_DISABLE_COMPILE_CACHE=1$/m, name)
  }
  for (const name of ['api', 'worker', 'migrate', 'backup']) assert.match(unitOf(name), /^PrivateUsers=yes$/m, name)
})

test('only the network of the processes themselves may say for whom it calls', () => {
  const [, trusted] = /VEZNE_TRUSTED_PROXIES: (\S+)/.exec(compose)!
  const [, subnet] = /subnet: "([^"]+)"/.exec(compose)!
  assert.equal(trusted, subnet)
  assert.match(subnet!, /\/2[4-9]\}$/)
  // The chart cannot know it, and refuses to guess.
  assert.match(readFileSync('deploy/helm/vezne/values.yaml', 'utf8'), /^trustedProxies: ""$/m)
})

test("the database's files are in the volume that has a name, whichever version serves", () => {
  assert.match(serviceOf('database'), /volumes: \[database:\/var\/lib\/postgresql\]/)
  assert.match(serviceOf('database'), /PGDATA: \/var\/lib\/postgresql\/(?!data)\w+/)
})

test('what a worker has seen of the database outlives its pods, unless a site says otherwise', () => {
  const chart = (name: string) => readFileSync(`deploy/helm/vezne/${name}`, 'utf8')
  assert.match(chart('values.yaml'), /^worker:\n(?: .*\n)* {2}memory:\n {4}enabled: true$/m)
  assert.match(chart('templates/deployments.yaml'), /volumeClaimTemplates:\n {4}- metadata: \{ name: data \}/)
  assert.match(chart('templates/_helpers.tpl'), /\{ name: data, mountPath: \/var\/lib\/vezne \}/)
})

test('the settings of shards reach everything that works on a database', () => {
  const settings = /^x-settings:[\s\S]*?\n\n/m.exec(compose)![0]
  const helpers = readFileSync('deploy/helm/vezne/templates/_helpers.tpl', 'utf8')
  for (const name of ['VEZNE_SHARDS', 'VEZNE_SHARD_STATEMENT']) {
    assert.match(settings, new RegExp(`^  ${name}: `, 'm'), name)
    assert.match(helpers, new RegExp(`name: ${name}, `), name)
    assert.match(readFileSync('deploy/debian/vezne.env', 'utf8'), new RegExp(`^# ${name}=`, 'm'), name)
  }
  assert.match(serviceOf('worker'), /VEZNE_WORKER_SHARDS: /)
  assert.match(readFileSync('deploy/helm/vezne/templates/deployments.yaml', 'utf8'), /name: VEZNE_WORKER_SHARDS, /)
})

/** Notes how it was called, and prints a secret wherever the page takes one from it. */
const STAND_IN = `#!/bin/sh
printf '%s' "$(basename "$0")" >>"$LOG"
for word in "$@"; do printf ' %s' "$word" >>"$LOG"; done
echo >>"$LOG"
cat >/dev/null
case "$(basename "$0") $*" in
  sudo*tenant*) echo 'TENANT=acme TENANT_ID=1 CLIENT_ID=key CLIENT_SECRET=SECRET-of-the-key' ;;
  openssl*|oathtool*|*.access_token|*.secret) echo SECRET-made ;;
  jq*) echo found ;;
esac
`

test('docs/install.md hands no secret to a program as an argument, which every user of a machine sees', () => {
  const folder = makeScratch('vezne-page-')
  for (const name of ['curl', 'jq', 'oathtool', 'openssl', 'sudo'])
    writeFileSync(join(folder, name), STAND_IN, { mode: 0o755 })
  const blocks = blocksOf(readFileSync('docs/install.md', 'utf8')).filter(({ step }) => Number.parseInt(step, 10) >= 9)
  const site =
    'DOMAIN=pay.test BANK_HOST=bank BANK_USER=user BANK_CLIENT=1 BANK_PASSWORD=SECRET-bank BANK_STORE_KEY=SECRET-store'
  const keys = 'VEZNE_PLATFORM_CLIENT_ID=platform VEZNE_PLATFORM_CLIENT_SECRET=SECRET-platform'
  const log = join(folder, 'log')
  const { status, stderr } = spawnSync(
    'bash',
    ['--norc', '-euo', 'pipefail', '-c', [site, keys, ...blocks.map(({ lines }) => lines)].join('\n')],
    {
      env: { PATH: `${folder}:${process.env.PATH}`, LOG: log },
      encoding: 'utf8',
    },
  )
  const called = readFileSync(log, 'utf8').split('\n')
  rmSync(folder, { recursive: true })
  assert.equal(status, 0, stderr)
  assert.ok(called.filter((line) => line.startsWith('curl')).length > 15)
  assert.deepEqual(
    called.filter((line) => line.includes('SECRET') || line.includes('4546711234567894')),
    [],
  )
})
