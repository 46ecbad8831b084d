/** Personal data: not stored where not needed, exported on request, erased on request; payments stay whole, other tenants untouched. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openClosedSearch } from '../support/copied-filters.ts'
import { paymentBody } from '../support/payments.ts'
import { openPeople } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { openReceivers } from '../support/receivers.ts'
import { makeScratch } from '../support/scratch.ts'
import { INIT } from '../support/three-d.ts'
import { change } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const NUMBER = '10000000146'
const EMAIL = 'zeynep.buyer@shop.example'
const PHONE = '+90 532 111 22 33'
const DEMO = '00000000-0000-4000-8000-000000000010'
const OTHER = '00000000-0000-4000-8000-000000000011'
const BUYER = {
  id: 'customer-seventy-seven',
  name: 'Zeynep',
  surname: 'Alıcı',
  email: 'Zeynep.Buyer@shop.example',
  phone: PHONE,
  ip_address: '203.0.113.77',
  identity_number: NUMBER,
}
const sold = (more: object = {}) =>
  paymentBody({
    card: { holder_name: 'ZEYNEP ALICI' },
    buyer: BUYER,
    billing_address: { contact_name: 'Zeynep Alıcı', city: 'Ankara', country: 'TR', address: 'Gizli Sokak 7' },
    extra_properties: { basket: 'b-1', tckn: NUMBER },
    ...more,
  })

const vezne = useVezne()

const pay = async (body: object, token?: string, key?: string, path = '/api/v1/payments') =>
  vezne.request('cards', 'POST', path, {
    token: token ?? (await vezne.token('m1')),
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })
const ask = async (step: string, body: object, token?: string) =>
  vezne.request('identity', 'POST', `/api/v1/tenants/me/person-data/${step}`, {
    token: token ?? (await vezne.token('admin')),
    body,
  })
/** Tables of a tenant whose rows hold the text, in whatever column. */
const holding = (tenantId: string, text: string): Promise<string[]> =>
  vezne.runtime.db.transaction({ as: 'platform' }, async (tx) => {
    const tables = await tx.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
       where c.relkind in ('r', 'p') and not c.relispartition and exists (
         select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') order by 1`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const rows = await tx.query(
        `select 1 from ${name} t where tenant_id = $1 and position(lower($2) in lower(t::text)) > 0`,
        [tenantId, text],
      )
      if (rows.length > 0) found.push(name)
    }
    return found
  })
type Found = { kind: string; data: Record<string, unknown> }
const kindsOf = (records: Found[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(records, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]))

let first: string
let held: string
let earlier: string
let recipient: string

test('an identity number is never stored in clear, e-mail and telephone only where rules and payees need them', async () => {
  const paid = await pay(sold(), undefined, 'the-key')
  assert.equal(paid.status, 200, paid.text)
  first = paid.body.transaction_id
  const again = await pay(sold(), undefined, 'the-key')
  assert.equal(again.text, paid.text)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assertProblem(
    await pay(sold({ buyer: { ...BUYER, identity_number: '10000000078' } }), undefined, 'the-key'),
    'idempotency_key_in_use',
  )
  assert.equal(
    (
      await vezne.request('cards', 'POST', `/api/v1/payments/${first}/refund`, {
        token: await vezne.token('m1'),
        body: { amount: 1000, currency: 'TRY', extra_properties: { national_id: NUMBER } },
      })
    ).status,
    200,
  )
  held = (await pay(sold({ return_url: 'http://localhost:1/back' }), undefined, undefined, INIT)).body.transaction_id
  earlier = (await pay(sold())).body.transaction_id
  assert.equal((await pay(sold(), await vezne.token('admin', 'tenant-other'))).status, 200)
  const receivers = openReceivers(vezne)
  recipient = await receivers.recipient({
    holder_name: 'Zeynep Alıcı',
    email: EMAIL,
    phone: PHONE,
    tax_id: NUMBER,
    iban: 'TR160090100000000000009000',
  })
  assert.deepEqual(await holding(DEMO, NUMBER), [])
  assert.deepEqual(await holding(DEMO, PHONE), ['recipients'])
  assert.deepEqual(await holding(DEMO, EMAIL), ['fraud_checks', 'recipients'])
  const trace = await vezne.request('cards', 'GET', `/api/v1/Trace/${paid.headers['x-correlation-id']}`, {
    token: await vezne.token('admin'),
  })
  assert.match(trace.text, /Z\*\*\*@shop\.example/)
  assert.ok(trace.text.includes('***33') && !trace.text.includes(NUMBER))
})

test('who may ask: a tenant-admin for the own tenant, for one person by one mark', async () => {
  assertProblem(await ask('export', {}), 'bad_request', /email/)
  assertProblem(await ask('export', { email: EMAIL, identity_number: NUMBER }), 'bad_request', /identity_number/)
  assertProblem(await ask('erase', { email: EMAIL, position: 'payments:1; drop' }), 'bad_request', /position/)
  assertProblem(await ask('export', { email: EMAIL }, await vezne.token('pos')), 'forbidden')
  const people = openPeople(vezne)
  await people.make('bound-admin', { roles: ['tenant-admin'], merchantId: '00000000-0000-4000-8000-000000000020' })
  assertProblem(await ask('export', { email: EMAIL }, await people.token('bound-admin')), 'forbidden', /merchant/)
})

test('a walk is continued at every kind that its answers name', async () => {
  const { body } = await ask('erase', { email: 'nobody@shop.example' })
  for (const { kind } of body.erased) {
    const continued = await ask('erase', { email: 'nobody@shop.example', position: `${kind}:` })
    assert.equal(continued.status, 200, continued.text)
  }
})

test('the access right: everything by e-mail, payments and payees by identity number; rows of earlier releases too', async () => {
  // As a program without keyed hashes left it.
  await change(
    vezne,
    'update payments set buyer_email_key = null, buyer_identity_key = null, request_body = $2 where id = $1',
    [earlier, JSON.stringify({ ...sold(), card: { holder_name: 'ZEYNEP ALICI' } })],
  )
  const byMail = await ask('export', { email: EMAIL.toUpperCase() })
  assert.equal(byMail.status, 200, byMail.text)
  assert.equal(byMail.headers['cache-control'], 'no-store')
  assert.deepEqual([byMail.body.is_complete, byMail.body.position], [true, null])
  assert.deepEqual(kindsOf(byMail.body.records), { payments: 3, fraud_checks: 3, recipients: 1 })
  const payee = (byMail.body.records as Found[]).find(({ kind }) => kind === 'recipients')!.data
  assert.deepEqual([payee.recipient_id, payee.email, payee.tax_id_last4], [recipient, EMAIL, '0146'])
  const byNumber = await ask('export', { identity_number: '100 000 001 46' })
  assert.deepEqual(kindsOf(byNumber.body.records), { payments: 3, recipients: 1 })
  assert.deepEqual((await ask('export', { identity_number: '10000000078' })).body.records, [])
  assert.deepEqual(
    kindsOf((await ask('export', { email: EMAIL }, await vezne.token('admin', 'tenant-other'))).body.records),
    { payments: 1, fraud_checks: 1 },
  )
})

test('erased: no row identifies the person; amounts, cards and references stay; open payments wait; a repeat changes nothing', async () => {
  const before = (await vezne.request('cards', 'GET', `/api/v1/payments/${first}`, { token: await vezne.token('m1') }))
    .body
  // Found by their e-mail address among closed payments, as long as it is there.
  for (let n = 0; n < 4; n++) assert.equal((await pay(paymentBody())).status, 200)
  const { found, isRight } = await openClosedSearch(vezne, DEMO, EMAIL)
  assert.deepEqual(await found(), [held, first])
  const gone = await ask('erase', { identity_number: NUMBER })
  assert.equal(gone.status, 200, gone.text)
  assert.deepEqual(
    gone.body.erased.filter(({ count }: { count: number }) => count > 0),
    [
      { kind: 'payments', count: 2 },
      { kind: 'recipients', count: 1 },
    ],
  )
  assert.deepEqual(gone.body.kept, [{ kind: 'payments', reason: 'payment_open', count: 1 }])
  assert.deepEqual(await found(), [held])
  const again = await ask('erase', { identity_number: NUMBER })
  assert.equal(
    again.body.erased.every(({ count }: { count: number }) => count === 0),
    true,
    again.text,
  )
  await change(
    vezne,
    `update payments set status = 'failed', history = history || '{"to":"failed"}'::jsonb where id = $1`,
    [held],
  )
  assert.deepEqual((await ask('erase', { email: EMAIL })).body.kept, [])
  assert.deepEqual(await found(), [])
  assert.ok(await isRight())
  for (const text of [EMAIL, PHONE, NUMBER, '203.0.113.77', 'Gizli Sokak', 'ZEYNEP', 'customer-seventy-seven'])
    assert.deepEqual(await holding(DEMO, text), [], text)
  assert.ok((await holding(OTHER, 'ZEYNEP')).includes('payments'), 'of another tenant nothing is touched')
  assert.ok((await holding(OTHER, EMAIL)).includes('fraud_checks'))
  const kept = (await vezne.request('cards', 'GET', `/api/v1/payments/${first}`, { token: await vezne.token('m1') }))
    .body
  assert.deepEqual(kept, before)
  assert.deepEqual((await ask('export', { email: EMAIL })).body.records, [])
  await assert.rejects(
    vezne.runtime.db.transaction({ of: DEMO }, (tx) =>
      tx.execute(`update fraud_checks set decision = 'approve', score = 1 where tenant_id = $1`, [DEMO]),
    ),
    /permission denied/,
  )
  const log = await vezne.request('identity', 'GET', '/api/v1/audit-log?kind=person&page_size=100', {
    token: await vezne.token('admin'),
  })
  assert.ok(log.body.items.length >= 7)
  assert.ok(!log.text.includes(EMAIL) && !log.text.includes(NUMBER))
  assert.ok(log.body.items.every(({ address, target_id }: Record<string, string>) => address && target_id))
})

test('users: deleted ones lose their names, active ones are left and reported', async () => {
  const people = openPeople(vezne)
  const email = 'leaver@people.example'
  const id = await people.make('leaver')
  assert.deepEqual((await ask('erase', { email })).body.kept, [{ kind: 'users', reason: 'user_not_deleted', count: 1 }])
  const inConsole = (sql: string): Promise<object[]> =>
    vezne.runtime.db.transaction({ of: DEMO }, (tx) => tx.query(sql, [DEMO, id]))
  await inConsole(`insert into console_preferences values ($1, $2, '{"theme":"dark"}', now())`)
  await people.call('DELETE', `/${id}`)
  assert.deepEqual((await ask('erase', { email })).body.erased[0], { kind: 'users', count: 1 })
  assert.deepEqual(await holding(DEMO, email), ['audit_log'])
  assert.deepEqual(await inConsole('select from console_preferences where tenant_id = $1 and user_id = $2'), [])
})

test('vezne person: exports to a file of its owner, counts before it erases', async () => {
  const folder = makeScratch('vezne-person-')
  const demo = join(folder, 'demo.json')
  writeFileSync(demo, JSON.stringify({ ...vezne.demo, base_url: vezne.urls.cards, auth_url: vezne.urls.identity }))
  await pay(sold())
  const says = (...words: string[]): Promise<{ code: number | null; out: string }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['src/cli/vezne.ts', 'person', ...words, '--demo', demo])
      let out = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => {
          out += text
        })
      child.on('close', (code) => resolve({ code, out }))
    })
  const file = join(folder, 'out.json')
  const exported = await says('export', '--email', EMAIL, '--out', file)
  assert.equal(exported.code, 0, exported.out)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).length, 2)
  assert.match((await says('erase', '--email', EMAIL)).out, /found +1 payments[\s\S]*nothing erased: add --yes/)
  assert.match((await says('erase', '--email', EMAIL, '--yes')).out, /erased +1 payments[\s\S]*kept nothing/)
  assert.equal((await says('erase')).code, 2)
})
