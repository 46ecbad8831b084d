/** From `vezne tenant create` to a completed payment by the lines of the README, as written there; suspended and activated by the command. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { toSlug } from '../../src/cli/tenant-creation.ts'
import { liftPlatformLimits } from '../resilience/fuzz/load-tenant.ts'
import { inShell, type Ran } from '../support/shell.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let folder: string
before(async () => {
  await liftPlatformLimits(vezne.runtime) // each command signs in again, more often than ten times a minute
  folder = join(vezne.dataDir, 'here')
  mkdirSync(folder)
  const { cards, identity } = vezne.urls
  const demo = { ...vezne.demo, base_url: cards, auth_url: identity }
  writeFileSync(join(folder, 'demo.json'), JSON.stringify(demo), { mode: 0o600 })
})

const run = (script: string, env: Record<string, string> = {}): Promise<Ran> =>
  inShell(script, { VEZNE_DATA_DIR: folder, ...env })
const vezneSays = (words: string, env?: Record<string, string>): Promise<Ran> =>
  run(`"${process.execPath}" src/cli/vezne.ts ${words}`, env)

const pastedLines = (): string => {
  const section = readFileSync('README.md', 'utf8')
    .split(/^## /m)
    .find((text) => text.startsWith('A customer of your own'))
  const lines = /```sh\n([\s\S]*?)```/.exec(section ?? '')?.[1]
  assert.ok(lines)
  return lines
}

test('the lines of the README: a tenant, its key, a merchant, a token, a completed payment', async () => {
  const { out, err } = await run(`${pastedLines()}\necho; echo "made $TENANT"`)
  const [answer, made] = out.trim().split('\n').filter(Boolean)
  assert.equal(made, 'made tenant-acme-ticaret', err)
  const payment = JSON.parse(answer ?? '')
  assert.equal(payment.status, 'completed', out)
  // Pasted again, it finds what it created.
  assert.equal((await run(pastedLines())).out.trim(), answer)
})

test('for people: the key once, and the next line to paste works', async () => {
  const { out, err, code } = await vezneSays(
    `tenant create --name 'Gıda Şöleni' --slug tenant-solen --email a@b.example`,
  )
  assert.equal(code, 0, err)
  assert.match(out, /^tenant {4}tenant-solen {2}[0-9a-f-]{36} {2}plan sandbox$/m)
  assert.match(out, /^merchant {2}M-1 {2}[0-9a-f-]{36}$/m)
  assert.match(out, /^key {7}cid_test_\S+ {2}tenant-admin$/m)
  const token = await run(/^curl .*$/m.exec(out)?.[0] ?? 'false')
  assert.match(token.out, /"access_token"/)
})

test('list, suspend, activate', async () => {
  const slugs = async (words = ''): Promise<string[]> =>
    (await vezneSays(`tenant list ${words}`)).out.match(/^tenant-\S+/gm) ?? []
  assert.ok((await slugs()).includes('tenant-other'))
  const { out } = await vezneSays(`tenant suspend tenant-other --reason 'no contract'`)
  assert.equal(out, 'tenant-other is suspended\n')
  assert.ok(!(await slugs()).includes('tenant-other'))
  assert.deepEqual(await slugs('--all --search other'), ['tenant-other'])
  const again = await vezneSays('tenant suspend tenant-other')
  assert.deepEqual([again.code, /invalid_state_transition/.test(again.err)], [2, true])
  assert.equal((await vezneSays('tenant activate tenant-other')).out, 'tenant-other is active\n')
})

test('credentials of the environment instead of demo.json: addresses and an email address are required', async () => {
  const { client_id, client_secret } = vezne.demo.platform.clients.admin!
  const env = {
    VEZNE_DATA_DIR: '/nowhere',
    VEZNE_PLATFORM_CLIENT_ID: client_id,
    VEZNE_PLATFORM_CLIENT_SECRET: client_secret,
  }
  assert.match((await vezneSays('tenant list', env)).err, /VEZNE_IDENTITY_URL/)
  const placed = { ...env, VEZNE_IDENTITY_URL: vezne.urls.identity, VEZNE_CARDS_URL: vezne.urls.cards }
  assert.match((await vezneSays('tenant create --name Placed', placed)).err, /--email.*--allowed-ips/)
  const made = await vezneSays('tenant create --name Placed --email ops@placed.example --allowed-ips 127.0.0.1', placed)
  assert.equal(made.code, 0, made.err)
})

test('a mistake is one line and exit code 2', async () => {
  for (const words of [
    'tenant',
    'tenant rename',
    'tenant create',
    'tenant create --name a b',
    'tenant create --name Acme --plan nothing',
    'tenant create --name Acme --format xml',
    'tenant create --name Demo --slug tenant-demo',
    'tenant suspend',
    'tenant suspend tenant-nobody',
    'tenant activate tenant-demo',
  ]) {
    const { code, err } = await vezneSays(words)
    assert.equal(code, 2, words)
    assert.equal(err.trim().split('\n').length, 1, err)
  }
})

const SLUGS: [name: string, slug: string | null][] = [
  ['Acme Ticaret A.Ş.', 'tenant-acme-ticaret-a-s'],
  ['ISIL Işıl Öğüt', 'tenant-isil-isil-ogut'],
  ['x'.repeat(60), `tenant-${'x'.repeat(40)}`],
  ['日本', null],
]
for (const [name, slug] of SLUGS)
  test(`${name}: ${slug ?? 'no slug'}`, () => {
    if (slug === null) assert.throws(() => toSlug(name), /--slug/)
    else assert.equal(toSlug(name), slug)
  })

test('in production one message names all that is missing, and never the file of a sandbox', async () => {
  const { err, code } = await vezneSays(`tenant create --name 'First Shop'`, { VEZNE_ENV: 'production' })
  assert.notEqual(code, 0)
  for (const needed of [
    'VEZNE_PLATFORM_CLIENT_ID',
    'VEZNE_PLATFORM_CLIENT_SECRET',
    'VEZNE_IDENTITY_URL',
    'VEZNE_CARDS_URL',
    '--email',
    '--allowed-ips',
  ])
    assert.ok(err.includes(needed), `${needed} in ${err}`)
  assert.match(err, /first-key\.env/)
  assert.doesNotMatch(err, /cannot read/)
})
