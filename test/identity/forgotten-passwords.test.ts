/** A forgotten password: the same answer whoever is named, a link for those alone who may come in, and what a new password ends. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { openBrowser } from '../support/console.ts'
import type { Answer } from '../support/http.ts'
import { type Links, mailsTo, mailTo, openLinks } from '../support/mails.ts'
import { codeAt, OTHER_PASSWORD, openPeople, PASSWORD, type People } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { change } from '../support/tokens.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const ADMIN = 'admin@demo.example'
const vezne = useVezne()
let people: People
let links: Links
before(async () => {
  people = openPeople(vezne)
  links = openLinks(vezne)
})

/** As after a confirmation, with a password of the person's own. */
const FRESH =
  'update users set changed_people = null, needs_confirmation = null, password_known_by = null where id = $1'
const confirmer = async (name: string): Promise<void> =>
  change(vezne, FRESH, [await people.make(name, { roles: ['tenant-admin'] })])

const addressOf = (name: string): string => `${name}@people.example`

test('a forgotten password: the same answer whoever is named; only who may come in gets a mail', async () => {
  await people.make('forgetful')
  const gone = await people.make('goner')
  await people.call('PUT', `/${gone}`, { enabled: false })
  await people.make('asked', { password: null })
  const answers = []
  for (const name of ['forgetful', 'goner', 'asked', 'nobody-at-all'])
    answers.push(await links.forget(addressOf(name), { host: 'evil.example', 'x-forwarded-host': 'evil.example' }))
  const shapes = answers.map(({ status, text, headers }) =>
    [status, text, Object.keys(headers).sort().join()].join(' '),
  )
  assert.equal(new Set(shapes).size, 1, shapes.join('\n'))
  const mail = await mailTo(vezne, addressOf('forgetful'))
  assert.ok(mail.address.startsWith(`${vezne.urls.console}/console/link?`), mail.address)
  await links.lookedUp()
  for (const name of ['goner', 'asked', 'nobody-at-all']) assert.deepEqual(mailsTo(vezne, addressOf(name)), [])

  const page = await vezne.request('console', 'GET', '/console/forgotten-password?lang=en')
  assert.deepEqual([page.status, Buffer.byteLength(page.text) < 15_000], [200, true])
  const pages: Answer[] = []
  for (const [tenant, username] of [
    ['tenant-demo', addressOf('forgetful')],
    ['tenant-demo', 'nobody-at-all'],
    ['tenant-none', 'nobody-at-all'],
  ] as const)
    pages.push(await links.post('/console/forgotten-password?lang=en', { tenant, username }))
  assert.deepEqual(
    pages.map(({ status, text }) => [status, text]),
    Array.from({ length: 3 }, () => [200, pages[0]?.text]),
  )
  const poisoned = await links.post(
    '/console/forgotten-password',
    { tenant: 'tenant-demo', username: 'x' },
    { host: 'evil.example' },
  )
  assertProblem(poisoned, 'cross_site_request')
  await mailTo(vezne, addressOf('forgetful'), 2)
  for (let more = 0; more < 3; more++) await links.forget('forgetful')
  await links.lookedUp()
  await mailTo(vezne, addressOf('forgetful'), 3)
  assert.equal(mailsTo(vezne, addressOf('forgetful')).length, 3, 'three an hour')
})

test('a new password by a link ends every session and every other link, keeps the second factor, and tells its owner', async () => {
  await people.make('renewer')
  const { secret, recoveryCodes } = await people.enrol(await people.token('renewer'))
  const signedIn = await people.logIn('renewer', PASSWORD, 0, codeAt(secret, 1))
  assert.equal(signedIn.status, 200, signedIn.text)
  const stolen = openBrowser(vezne)
  const credentials = { tenant: 'tenant-demo', email: addressOf('renewer'), password: PASSWORD, otp: recoveryCodes[0] }
  assert.equal((await stolen.call('POST', 'session', { body: credentials })).status, 200)
  for (let wrong = 0; wrong < 2; wrong++) await links.forget('renewer')
  const [first, second] = [await mailTo(vezne, addressOf('renewer')), await mailTo(vezne, addressOf('renewer'), 2)]
  assertProblem(await links.use(first.key), 'bad_request', /last four/)
  assert.equal((await links.use(first.key, OTHER_PASSWORD)).status, 204)
  assert.equal((await people.me(signedIn.body.access_token)).status, 401)
  assertProblem(await stolen.call('GET', 'me'), 'sign_in_required')
  assertProblem(await links.use(second.key, `${OTHER_PASSWORD}x`), 'link_invalid')
  assertProblem(await people.logIn('renewer'), 'invalid_credentials')
  const half = await people.step('login', { username: 'renewer', password: OTHER_PASSWORD, in_two_steps: true })
  assertProblem(half, 'otp_required')
  assert.match((await mailTo(vezne, addressOf('renewer'), 3)).text, /değiştirildi/)
})

test('an administrator who changes an address has a second person confirm it: a link for a new password goes there', async () => {
  const admin = await people.token(ADMIN, people.demoPassword(ADMIN))
  const id = await people.make('taken-over')
  await change(vezne, 'update users set changed_people = null, needs_confirmation = null where id = $1', [id])
  await confirmer('other-admin')
  const moved = await people.call('PUT', `/${id}`, { email: addressOf('admin-too') }, admin)
  assert.equal(moved.body.data.needsConfirmation, true, moved.text)
  await links.forget('taken-over')
  assert.equal((await links.use((await mailTo(vezne, addressOf('admin-too'))).key, OTHER_PASSWORD)).status, 204)
  const [row] = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ changed_people: string[] }>('select changed_people from users where id = $1', [id]),
  )
  assert.deepEqual(row?.changed_people, [(await people.me(admin)).body.sub])
})

type Meet = (waiters: () => Promise<number>) => Promise<void>

/** Holds the row of a person while `meet` goes on, then lets go. */
const whilePersonIsHeld = async (id: string, statement: string, meet: Meet): Promise<void> => {
  const holder = new pg.Client({ connectionString: vezne.ownerUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(statement, [id])
    await meet(async () => {
      const { rows } = await holder.query(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0].n
    })
    await holder.query('commit')
  } finally {
    await holder.end()
  }
}

test('an address that is changed while a link is made: nothing goes to the old one', async () => {
  const id = await people.make('mover')
  const move = `update users set email = 'moved@people.example', last_modified = now() where id = $1`
  await whilePersonIsHeld(id, move, async (waiters) => {
    assert.equal((await links.forget('mover')).status, 204)
    await until('the worker waits, or has not waited', async () => (await waiters()) > 0 || (await links.left()) === 0)
  })
  await mailTo(vezne, 'moved@people.example')
  assert.deepEqual(mailsTo(vezne, addressOf('mover')), [])
})

test('whoever had the mailbox of an address that nobody confirmed may know the password: the next address does not end that', async () => {
  await confirmer('third-admin')
  const admin = await people.token(ADMIN, people.demoPassword(ADMIN))
  const third = await people.token('third-admin')
  const own = (await people.me(admin)).body.sub
  const accountable = async (id: string): Promise<string[] | null> => {
    const back = await people.call('POST', `/${id}/confirm`, {}, third)
    assert.deepEqual([back.status, back.body.data?.needsConfirmation], [200, false], back.text)
    const [row] = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.query<{ known: string[] | null }>('select password_known_by as known from users where id = $1', [id]),
    )
    return row!.known
  }
  const borrowed = await people.make('borrowed')
  await change(vezne, FRESH, [borrowed])
  await people.call('PUT', `/${borrowed}`, { email: addressOf('mine1') }, admin)
  await links.forget('borrowed')
  assert.equal((await links.use((await mailTo(vezne, addressOf('mine1'))).key, OTHER_PASSWORD)).status, 204)
  await people.call('PUT', `/${borrowed}`, { email: addressOf('borrowed') }, admin)
  assert.deepEqual(await accountable(borrowed), [own])

  const body = { email: addressOf('mine2'), username: 'made-up', roles: ['pos-viewer'] }
  const madeUp = (await people.call('POST', '/invitations', body, admin)).body.data.id
  const { key } = await mailTo(vezne, addressOf('mine2'))
  // At the same moment: the password first, then the address that the change was to replace.
  let used: Promise<Answer> | undefined
  let moved: Promise<Answer> | undefined
  await whilePersonIsHeld(madeUp, 'select from users where id = $1 for update', async (waiters) => {
    used = links.use(key)
    await until('1 wait', async () => (await waiters()) === 1)
    moved = people.call('PUT', `/${madeUp}`, { email: addressOf('made-up') }, admin)
    await until('2 wait', async () => (await waiters()) === 2)
  })
  assert.deepEqual([(await used)?.status, (await moved)?.status], [204, 200])
  assert.deepEqual(await accountable(madeUp), [own])
})

test('a tenant whose request cannot be read holds up no other', async () => {
  const tenants = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ tenant_id: string }>(`select tenant_id from realms where slug <> 'tenant-demo'`),
  )
  for (const { tenant_id } of tenants)
    await vezne.runtime.db.transaction({ of: tenant_id }, (tx) =>
      tx.execute(`insert into password_requests values ($1, gen_random_uuid(), '\\x00', $2)`, [
        tenant_id,
        vezne.runtime.clock.now(),
      ]),
    )
  await people.make('behind')
  await links.forget('behind')
  await mailTo(vezne, addressOf('behind'))
  await vezne.moveClock(30 * 60_000 + 1)
  await links.lookedUp()
})
