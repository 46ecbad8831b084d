/** What the platform's own people are told: a certificate and keys that end, a disk that fills, backups that are late. Tenants hear of their own keys only. */
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readOwnHost } from '../../src/monitors/reads/own-host.ts'
import { certificate } from '../support/certificate.ts'
import { CALM_MS, MINUTE_MS, monitorsOf } from '../support/monitors.ts'
import { makeScratch } from '../support/scratch.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000
const folder = makeScratch('vezne-monitor-tls-')
after(() => rmSync(folder, { recursive: true })) // its key would be found as a leak
const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
const authority = certificate('Monitors', { isAuthority: true })
const writePair = (days: number): void => {
  const pair = certificate('localhost', { issuer: authority, notAfter: new Date(Date.now() + days * DAY_MS) })
  writeFileSync(files.cert, pair.cert)
  writeFileSync(files.key, pair.key)
}
writePair(5)

const shop = useShop({
  env: { VEZNE_TLS_CERT: files.cert, VEZNE_TLS_KEY: files.key },
  connect: { ca: authority.cert, servername: 'localhost' },
})
const monitors = monitorsOf(() => shop.vezne)

test('a certificate that ends: told to the platform, over once a new pair is there', async () => {
  await monitors.add({ kind: 'slack', name: 'Platform' }, 'master')
  await shop.vezne.moveClock(MINUTE_MS)
  const finding = await monitors.found('certificate_ends', true, 'master')
  assert.equal(finding.subject, hostname())
  assert.deepEqual(await monitors.findings('?kind=certificate_ends'), [])
  writePair(200)
  await until('the new pair is taken, and it is over', async () => {
    await shop.vezne.moveClock(CALM_MS)
    return (await monitors.findings('?kind=certificate_ends&open=false', 'master')).length === 1
  })
})

test('a key that ends: told to its tenant, one of the platform to the platform', async () => {
  await monitors.add({ name: 'Tenant', monitors: ['secret_ends'] })
  const ends = new Date(Date.now() + 3 * DAY_MS).toISOString()
  const made = await shop.vezne.request('identity', 'POST', '/api/v1/tenants/me/api-keys', {
    token: await shop.vezne.token('admin', 'tenant-load'),
    body: { display_name: 'Of a till', roles: ['pos-viewer'], expires_at: ends },
  })
  assert.equal(made.status, 201, made.text)
  await shop.own(
    `update clients set expires_at = now() + interval '2 days' where tenant_id = (select tenant_id from realms where kind = 'master')
       and client_id = (select min(client_id) from clients where tenant_id = (select tenant_id from realms where kind = 'master'))`,
    [],
  )
  await shop.vezne.moveClock(MINUTE_MS)
  const finding = await monitors.found('secret_ends')
  assert.deepEqual([finding.subject, finding.facts.name], [made.body.api_key.id, 'Of a till'])
  const ofPlatform = await monitors.found('secret_ends', true, 'master')
  assert.notEqual(ofPlatform.subject, finding.subject)
  assert.equal((await monitors.findings('?kind=secret_ends')).length, 1)
  await until('the tenant is told', () => monitors.told('/webhook').length === 1)
  assert.match(monitors.told('/webhook')[0].title, /^Warning: The API key Of a till ends$/)
})

test('a backup that is older than a day and two hours is late, until there is a newer one', async () => {
  const note = (hours: number) =>
    shop.own(
      `insert into backups (made, made_by, place, master_key_ids, schema_version)
       values (now() - $1 * interval '1 hour', 'test', 'somewhere', '{}', '0030')`,
      [hours],
    )
  await note(27)
  await shop.vezne.moveClock(MINUTE_MS)
  const finding = await monitors.found('backup_late', true, 'master')
  assert.deepEqual([finding.severity, finding.facts.of], ['critical', 'backup'])
  await note(1)
  await shop.vezne.moveClock(MINUTE_MS)
  await shop.vezne.moveClock(CALM_MS)
  await monitors.found('backup_late', false, 'master')
})

const GIB = 2 ** 30
const DISKS: [what: string, free: number, isFull: boolean][] = [
  ['half free', 50, false],
  ['five in a hundred', 5, false],
  ['less', 4.9, true],
]
for (const [what, free, isFull] of DISKS)
  test(`a disk, ${what}`, () => {
    const disk = { freeBytes: free * GIB, sizeBytes: 100 * GIB }
    const seen = readOwnHost({ disk, certificateEnds: undefined }, 'p', Date.now())
    assert.deepEqual(
      seen.map(({ kind }) => kind),
      isFull ? ['disk_full'] : [],
    )
  })
