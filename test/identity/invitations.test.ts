/** People come in by a link in a mail: once, for a time, at one realm, while they are still wanted; and nobody else learns the link. */
import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { type Links, mailsTo, mailTo, openLinks, type ReceivedMail } from '../support/mails.ts'
import { OTHER_PASSWORD, openPeople, PASSWORD, type People } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { asPlatform } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const DEMO = '00000000-0000-4000-8000-000000000010'
const ADMIN = 'admin@demo.example'
const HOUR_MS = 3_600_000
const vezne = useVezne({ limits: 'own' })
let people: People
let links: Links
before(async () => {
  people = openPeople(vezne)
  links = openLinks(vezne)
})

const addressOf = (name: string): string => `${name}@people.example`
const invite = (name: string, body: object = {}, token?: string) =>
  people.call('POST', '/invitations', { email: addressOf(name), roles: ['pos-viewer'], ...body }, token)
const invited = async (name: string, body: object = {}): Promise<{ id: string; mail: ReceivedMail }> => {
  const made = await invite(name, body)
  assert.equal(made.status, 201, made.text)
  return { id: made.body.data.id, mail: await mailTo(vezne, addressOf(name)) }
}

test('an invitation: the mail alone has the link; opening it uses nothing, a password counts once, then the person signs in', async () => {
  const { id, mail } = await invited('newcomer', { firstName: 'Nur', language: 'en' })
  const shown = (await people.call('GET', `/${id}`)).body.data
  assert.ok(Date.parse(shown.invitedUntil) > vezne.runtime.clock.ms() + 71 * HOUR_MS)
  assert.match(mail.subject, /^Invitation to /)
  assert.ok(mail.address.startsWith(`${vezne.urls.console}/console/link?lang=en&realm=tenant-demo&key=`))
  assertProblem(await people.logIn(addressOf('newcomer')), 'invalid_credentials')

  for (const page of [await links.open(mail.address), await links.open(mail.address)]) {
    assert.equal(page.status, 200)
    assert.ok(Buffer.byteLength(page.text) < 15_000)
    assert.match(
      page.headers['content-security-policy'] ?? '',
      /^default-src 'none';.*require-trusted-types-for 'script'/,
    )
    assert.deepEqual([page.headers['referrer-policy'], page.headers['cache-control']], ['no-referrer', 'no-store'])
    assert.doesNotMatch(page.text, /<script|style=|\son[a-z]+=/)
    assert.ok(page.text.includes(addressOf('newcomer')))
  }
  const members = { realm: 'tenant-demo', key: mail.key, password: PASSWORD, repeated: PASSWORD }
  assertProblem(await links.post('/console/link', members, { 'sec-fetch-site': 'cross-site' }), 'cross_site_request')
  assert.equal((await links.post('/console/link?lang=en', { ...members, repeated: 'another' })).status, 400)
  const short = await links.post('/console/link?lang=en', { ...members, password: 'short', repeated: 'short' })
  assert.deepEqual([short.status, short.text.includes('12 characters')], [400, true])
  const done = await links.post('/console/link?lang=en', members)
  assert.equal(done.status, 200, done.text)
  assert.ok(!done.text.includes(mail.key))
  assert.equal((await people.logIn(addressOf('newcomer'))).status, 200)
  const after = (await people.call('GET', `/${id}`)).body.data
  assert.deepEqual([after.emailVerified, after.invitedUntil], [true, null])

  const again = await links.post('/console/link?lang=en', members)
  assert.deepEqual([again.status, again.text.includes('used, withdrawn')], [422, true])
  assert.equal((await links.open(mail.address)).status, 422)
  assertProblem(await links.use(mail.key, OTHER_PASSWORD), 'link_invalid')

  const audit = await vezne.request('identity', 'GET', '/api/v1/audit-log', { token: await vezne.token('admin') })
  const operations = audit.body.items.map(({ operation }: { operation: string }) => operation)
  assert.ok(operations.includes('POST /api/v1/auth/{slug}/links/use'), audit.text)
  const rows = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ text: string }>(
      `select (array(select l::text from person_links l) || array(select m::text from mail_outbox m)
         || array(select a::text from audit_log a))::text as text`,
    ),
  )
  for (const text of [rows[0]?.text ?? '', readFileSync(join(vezne.dataDir, 'vezne.log'), 'utf8')])
    assert.ok(!text.includes(mail.key))
  await until('nothing of a mail stays once it is sent', async () => {
    const [row] = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.query<{ n: number }>('select count(*)::int as n from mail_outbox where mail_sealed is not null'),
    )
    return row?.n === 0
  })
})

test('a link used twice at once: one password counts', async () => {
  const { mail } = await invited('twice')
  const passwords = Array.from({ length: 4 }, (_, at) => `${PASSWORD}${at}`)
  const answers = await Promise.all(passwords.map((password) => links.use(mail.key, password)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 422, 422, 422])
  const at = answers.findIndex(({ status }) => status === 204)
  assert.equal((await people.logIn(addressOf('twice'), passwords[at])).status, 200)
})

const put = (id: string, body: object) => people.call('PUT', `/${id}`, body)

/** What may happen between the mail and its use. */
const ENDS: readonly [what: string, happen: (id: string) => Promise<{ status: number }>][] = [
  ['withdrawn', (id) => people.call('DELETE', `/${id}/invitation`)],
  ['sent again', (id) => people.call('POST', `/${id}/invitation`)],
  ['removed', (id) => people.call('DELETE', `/${id}`)],
  ['disabled', (id) => put(id, { enabled: false })],
  ['set to wait for approval', (id) => put(id, { pendingApproval: true })],
  ['given another address', (id) => put(id, { email: addressOf(`moved-${id.slice(-6)}`) })],
  ['given a password', (id) => people.call('POST', `/${id}/reset-password`, { password: OTHER_PASSWORD })],
]
for (const [at, [what, happen]] of ENDS.entries())
  test(`a link counts no more once the person is ${what}`, async () => {
    const { id, mail } = await invited(`ended${at}`)
    assert.equal((await links.lookUp(mail.key)).status, 200)
    assert.ok((await happen(id)).status < 300)
    assertProblem(await links.lookUp(mail.key), 'link_invalid')
    assertProblem(await links.use(mail.key), 'link_invalid')
  })

test('a link is of one realm, and counts for its time', async () => {
  const { id, mail } = await invited('elsewhere')
  for (const realm of ['tenant-other', 'master']) {
    assertProblem(await links.lookUp(mail.key, realm), 'link_invalid')
    assertProblem(await links.use(mail.key, PASSWORD, realm), 'link_invalid')
  }
  assertProblem(await links.use(mail.key, PASSWORD, 'tenant-none'), 'realm_not_found')
  assert.equal((await links.open(mail.address.replace('tenant-demo', 'tenant-none'))).status, 422)
  assert.equal((await vezne.request('console', 'GET', '/console/link')).status, 422)
  await vezne.moveClock(72 * HOUR_MS)
  assertProblem(await links.use(mail.key), 'link_invalid')
  assert.ok(Date.parse((await people.call('GET', `/${id}`)).body.data.invitedUntil) <= vezne.runtime.clock.ms())
  assert.equal((await people.call('POST', `/${id}/invitation`, { language: 'tr' })).status, 200)
  const again = await mailTo(vezne, addressOf('elsewhere'), 2)
  assert.match(again.text, /davet edildiniz/)
  assert.equal((await links.use(again.key)).status, 204)
  assertProblem(await people.call('POST', `/${id}/invitation`), 'conflict', /has a password/)
  assertProblem(await people.call('DELETE', `/${id}/invitation`), 'resource_not_found')
})

test('whoever invites gives no more than an administrator may, and not without end', async () => {
  assertProblem(await invite('above', { roles: ['platform-admin'] }), 'forbidden')
  assertProblem(await invite('unknown', { roles: ['no-such-role'] }), 'bad_request')
  assertProblem(await invite('bare', {}, await vezne.token('pos')), 'forbidden')
  assertProblem(await invite('astray', { merchantId: '00000000-0000-4000-8000-0000000000ff' }), 'invalid_merchant_id')
  assertProblem(await invite('again', { email: ADMIN, username: 'again' }), 'conflict', /e-mail/)
  assert.deepEqual(mailsTo(vezne, ADMIN), [])
  const { id } = await invited('flooded')
  for (let sent = 1; sent < 10; sent++) assert.equal((await people.call('POST', `/${id}/invitation`)).status, 200)
  assertProblem(await people.call('POST', `/${id}/invitation`), 'rate_limit_exceeded')
  // The mailbox counts, whoever the users of it are.
  assert.equal((await people.call('DELETE', `/${id}`)).status, 204)
  assertProblem(await invite('flooded', { email: addressOf('Flooded') }), 'rate_limit_exceeded')
  const moved = await invited('moved-on')
  assert.equal((await put(moved.id, { email: addressOf('flooded') })).status, 200)
  assertProblem(await people.call('POST', `/${moved.id}/invitation`), 'rate_limit_exceeded')
})

test('a suspended tenant: its links wait, and nobody asks for one', async () => {
  const { mail } = await invited('waiting')
  const suspended = async (step: 'suspend' | 'activate') =>
    assert.equal((await asPlatform(vezne, 'POST', `/platform/tenants/${DEMO}/${step}`)).status, 200)
  await suspended('suspend')
  assertProblem(await links.use(mail.key), 'realm_suspended')
  assert.equal((await links.open(mail.address)).status, 403)
  assert.equal((await links.forget(ADMIN)).status, 204)
  await links.lookedUp()
  await suspended('activate')
  assert.equal((await links.use(mail.key)).status, 204)
  assert.deepEqual(mailsTo(vezne, ADMIN), [])
})

test('a mail that cannot be sent is tried again, and given up when its link counts no more', async () => {
  const folder = join(vezne.dataDir, 'mail')
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'in the way')
  const [late, lost] = [await invite('late'), await invite('lost')]
  const tried = async (name: string) => {
    const [row] = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.query<{ try_count: number; fault: string | null; is_sealed: boolean }>(
        `select m.try_count, m.fault, m.mail_sealed is not null as is_sealed from mail_outbox m
         join person_links l on l.tenant_id = m.tenant_id and l.id = m.about join users u on u.tenant_id = l.tenant_id and u.id = l.user_id
         where u.email = $1 order by m.id desc limit 1`,
        [addressOf(name)],
      ),
    )
    return row
  }
  for (const name of ['late', 'lost']) await until(`${name} has failed`, async () => (await tried(name))?.fault != null)
  assert.deepEqual(await tried('late'), { try_count: 1, fault: 'EEXIST', is_sealed: true })
  assert.equal((await people.call('DELETE', `/${lost.body.data.id}/invitation`)).status, 204)
  assert.equal((await tried('lost'))?.is_sealed, false)
  rmSync(folder)
  await vezne.moveClock(60_000)
  assert.equal((await links.use((await mailTo(vezne, addressOf('late'))).key)).status, 204)
  assert.deepEqual(mailsTo(vezne, addressOf('lost')), [])
  assert.equal(late.status, 201)
})

test('a mail that nobody sends any more, as where mail was switched off, is deleted after a month', async () => {
  const { purgeMails } = await import('../../src/mail/send-mails.ts')
  await vezne.runtime.db.transaction({ of: DEMO }, (tx) =>
    tx.execute(
      `insert into mail_outbox (tenant_id, id, purpose, mail_sealed, next_try_at, give_up_at, created)
       select $1, gen_random_uuid(), 'kept', '\\x00', '2090-01-01', give_up_at, '2021-01-01'
       from unnest(array['2021-01-02', '2090-01-02']::timestamptz[]) give_up_at`,
      [DEMO],
    ),
  )
  await purgeMails(vezne.runtime).run()
  const left = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ year: number }>(
      `select extract(year from give_up_at)::int as year from mail_outbox where purpose = 'kept'`,
    ),
  )
  assert.deepEqual(left, [{ year: 2090 }])
})
