/** A forgotten password: the same answer whoever is named, a link for those alone who may come in, and what a new password ends. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { type Links, mailsTo, mailTo, openLinks } from '../support/mails.ts'
import { codeAt, OTHER_PASSWORD, openPeople, PASSWORD, type People } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { change } from '../support/tokens.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

const ADMIN = 'admin@demo.example'
let vezne: Vezne
let people: People
let links: Links
before(async () => {
  vezne = await startVezne()
  people = openPeople(vezne)
  links = openLinks(vezne)
  await people.liftLimits()
})
after(() => vezne.stop())

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
  const { secret } = await people.enrol(await people.token('renewer'))
  const signedIn = await people.logIn('renewer', PASSWORD, 0, codeAt(secret, 1))
  assert.equal(signedIn.status, 200, signedIn.text)
  for (let wrong = 0; wrong < 2; wrong++) await links.forget('renewer')
  const [first, second] = [await mailTo(vezne, addressOf('renewer')), await mailTo(vezne, addressOf('renewer'), 2)]
  assertProblem(await links.use(first.key), 'bad_request', /last four/)
  assert.equal((await links.use(first.key, OTHER_PASSWORD)).status, 204)
  assert.equal((await people.me(signedIn.body.access_token)).status, 401)
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
  await people.make('other-admin', { roles: ['tenant-admin'] })
  await change(
    vezne,
    `update users set changed_people = null, needs_confirmation = null, password_known_by = null where username = 'other-admin'`,
  )
  const moved = await people.call('PUT', `/${id}`, { email: addressOf('admin-too') }, admin)
  assert.equal(moved.body.data.needsConfirmation, true, moved.text)
  await links.forget('taken-over')
  assert.equal((await links.use((await mailTo(vezne, addressOf('admin-too'))).key, OTHER_PASSWORD)).status, 204)
  const [row] = await vezne.runtime.db.acrossTenants((tx) =>
    tx.query<{ changed_people: string[] }>('select changed_people from users where id = $1', [id]),
  )
  assert.deepEqual(row?.changed_people, [(await people.me(admin)).body.sub])
})
