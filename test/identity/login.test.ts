/** Login of users: tokens, refresh and logout, their own password, and responses that disclose nothing. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { OTHER_PASSWORD, openPeople, type People } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { change, claimsIn } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const ADMIN = 'admin@demo.example'
const CASHIER = 'cashier@demo.example'
const vezne = useVezne()
let people: People
before(async () => {
  people = openPeople(vezne)
})

const logIn = (username: string) => people.logIn(username, people.demoPassword(username))
const refused = (answer: Awaited<ReturnType<typeof logIn>>, detail = /username and password/) => {
  assertProblem(answer, 'invalid_credentials', detail)
  assert.equal(answer.body.error, 'invalid_grant')
  assert.equal(answer.headers['cache-control'], 'no-store')
}

test('the demo users log in with the passwords of demo.json, without regard to case', async () => {
  for (const { email, roles } of vezne.demo.tenants[0]!.users) {
    const answer = await logIn(email)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers['cache-control'], 'no-store')
    const { access_token, refresh_token, ...rest } = answer.body
    assert.deepEqual(rest, {
      token_type: 'Bearer',
      expires_in: 300,
      refresh_expires_in: 900,
      scope: 'openid profile email',
    })
    assert.match(refresh_token, /^rt_/)
    assert.deepEqual(claimsIn(access_token).roles, roles)
    assert.equal((await people.me(access_token)).body.preferred_username, email)
  }
  assert.equal((await people.logIn(ADMIN.toUpperCase(), people.demoPassword(ADMIN))).status, 200)
})

test('a person’s token opens what the role opens, on every surface', async () => {
  const { access_token: token } = (await logIn(CASHIER)).body
  const status = async (surface: 'cards' | 'fraud' | 'identity', path: string) =>
    (await vezne.request(surface, 'GET', path, { token })).status
  assert.equal(await status('cards', '/api/v1/transactions'), 200)
  assert.equal(await status('identity', '/api/v1/users'), 403)
})

test('unknown, wrong, disabled, waiting, deleted, without a password, of another realm: one answer', async () => {
  const wrong = await people.logIn(CASHIER, 'wrong')
  refused(wrong)
  const same = (answer: typeof wrong) => {
    refused(answer)
    assert.equal(answer.body.detail, wrong.body.detail)
  }
  same(await people.logIn('nobody', 'wrong'))
  const right = people.demoPassword(CASHIER)
  for (const what of ['enabled = false', 'pending_approval = true', 'is_deleted = true', 'password_hash = null']) {
    const [kept] = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.query<{ password_hash: string }>('select password_hash from users where username = $1', [CASHIER]),
    )
    await change(vezne, `update users set ${what} where username = $1`, [CASHIER])
    same(await people.logIn(CASHIER, right))
    await change(
      vezne,
      'update users set enabled = true, pending_approval = false, is_deleted = false, password_hash = $2 where username = $1',
      [CASHIER, kept!.password_hash],
    )
  }
  same(await openPeople(vezne, 'tenant-other').logIn(CASHIER, right))
  assert.equal((await logIn(CASHIER)).status, 200)
})

test('refresh goes on for the person; logout ends it; an old token ends the family', async () => {
  const first = (await logIn(CASHIER)).body
  const second = await people.step('refresh', { refresh_token: first.refresh_token })
  assert.equal(second.status, 200)
  assert.equal(claimsIn(second.body.access_token).sub, claimsIn(first.access_token).sub)
  assert.equal((await people.step('logout', { refresh_token: second.body.refresh_token })).status, 204)
  assertProblem(await people.step('refresh', { refresh_token: second.body.refresh_token }), 'invalid_refresh_token')
  const other = (await logIn(CASHIER)).body
  const next = (await people.step('refresh', { refresh_token: other.refresh_token })).body
  assertProblem(await people.step('refresh', { refresh_token: other.refresh_token }), 'invalid_refresh_token')
  assertProblem(await people.step('refresh', { refresh_token: next.refresh_token }), 'invalid_refresh_token')
})

test('a suspended realm refuses logins, with the right password 403, with a wrong one 401', async () => {
  const { refresh_token } = (await logIn(CASHIER)).body
  await change(vezne, `update realms set status = 'suspended' where slug = 'tenant-demo'`)
  assertProblem(await logIn(CASHIER), 'realm_suspended')
  refused(await people.logIn(CASHIER, 'wrong'))
  assertProblem(await people.step('refresh', { refresh_token }), 'realm_suspended')
  await change(vezne, `update realms set status = 'active' where slug = 'tenant-demo'`)
  assert.equal((await people.step('refresh', { refresh_token })).status, 200)
})

test('one’s own new password: the old one proves it, all other sessions end, the answer is a new one', async () => {
  const username = 'analyst@demo.example'
  const password = people.demoPassword(username)
  const before = (await logIn(username)).body
  const put = (body: object) => people.step('change-password', { username, password, ...body })
  refused(await put({ password: 'wrong', new_password: OTHER_PASSWORD }))
  for (const weak of [
    username,
    'aaaaaaaaaaaa',
    'letters without one digit',
    '204 173 985 620',
    'ababababababab',
    'abcdefghijklmn',
    '123456789012',
    'ANALYST@demo.example1',
    password,
  ])
    assertProblem(await put({ new_password: weak }), 'bad_request', /new_password/)
  assertProblem(await put({ new_password: 'too short' }), 'bad_request', /new_password/)
  const changed = await put({ new_password: OTHER_PASSWORD })
  assert.equal(changed.status, 200, changed.text)
  assertProblem(await people.me(before.access_token), 'invalid_token')
  assertProblem(await people.step('refresh', { refresh_token: before.refresh_token }), 'invalid_refresh_token')
  assert.equal((await people.me(changed.body.access_token)).status, 200)
  assert.equal((await people.step('refresh', { refresh_token: changed.body.refresh_token })).status, 200)
  refused(await logIn(username))
  assert.equal((await people.logIn(username, OTHER_PASSWORD)).status, 200)
})

test('two concurrent changes: one wins, and only its session remains', async () => {
  const username = 'analyst@demo.example'
  const answers = await Promise.all(
    ['first-of-2-words', 'second-of-2-words'].map((new_password) =>
      people.step('change-password', { username, password: OTHER_PASSWORD, new_password }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
  const winner = answers.find(({ status }) => status === 200)!
  assert.equal((await people.me(winner.body.access_token)).status, 200)
})
