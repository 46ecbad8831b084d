/** What ends the sessions of a person, here at once and in another process: of access tokens and of refresh tokens. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAuthenticator } from '../../src/access/callers/authenticate.ts'
import { createRealms, type Realms } from '../../src/access/callers/realms.ts'
import { type OpenRuntime, openRuntime } from '../../src/app/open-runtime.ts'
import { Problem } from '../../src/core/problem.ts'
import { OTHER_PASSWORD, openPeople, PASSWORD, type People } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

let people: People
/** Caches and notifications of their own, as a second process has them. */
let elsewhere: OpenRuntime
let realms: Realms
const vezne = useVezne()
before(async () => {
  people = openPeople(vezne)
  elsewhere = await openRuntime(vezne.config, () => undefined)
  realms = createRealms(elsewhere.runtime)
})
after(async () => {
  realms.close()
  await elsewhere.close()
})

const thereSays = async (token: string): Promise<string> => {
  try {
    const principal = await createAuthenticator(elsewhere.runtime, realms)(`Bearer ${token}`, Date.now())
    return [...principal.roles].join()
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

interface Step {
  what: string
  carryOut(id: string, username: string): Promise<{ status: number; text: string }>
  password?: string
}
const put = (id: string, body: object) => people.call('PUT', `/${id}`, body)
const STEPS: Step[] = [
  { what: 'disabled', carryOut: (id) => put(id, { enabled: false }) },
  { what: 'put back to waiting', carryOut: (id) => put(id, { pendingApproval: true }) },
  { what: 'deleted', carryOut: (id) => people.call('DELETE', `/${id}`) },
  {
    what: 'given a password',
    carryOut: (id) => people.call('POST', `/${id}/reset-password`, { password: OTHER_PASSWORD }),
    password: OTHER_PASSWORD,
  },
  {
    what: 'changing the password',
    carryOut: (_id, username) =>
      people.step('change-password', { username, password: PASSWORD, new_password: OTHER_PASSWORD }),
    password: OTHER_PASSWORD,
  },
]
for (const [nth, { what, carryOut, password }] of STEPS.entries())
  test(`a user ${what}: every session ends, here with the next request, elsewhere with the notification`, async () => {
    const username = `ending-${nth}`
    const id = await people.make(username)
    const sessions = await Promise.all([people.logIn(username), people.logIn(username)])
    const [{ access_token: token }] = sessions.map(({ body }) => body)
    assert.equal((await people.me(token)).status, 200)
    assert.equal(await thereSays(token), 'pos-viewer')
    const answer = await carryOut(id, username)
    assert.ok(answer.status < 300, answer.text)
    for (const { body } of sessions) {
      assertProblem(await people.me(body.access_token), 'invalid_token')
      assertProblem(await people.step('refresh', { refresh_token: body.refresh_token }), 'invalid_refresh_token')
    }
    await until('the other process refuses', async () => (await thereSays(token)) === 'invalid_token', 2_000)
    const again = await people.logIn(username, password ?? PASSWORD)
    assert.equal(again.status, password === undefined ? 401 : 200)
    if (password !== undefined) assert.equal((await people.me(again.body.access_token)).status, 200)
  })

test('enabled again, the sessions of before stay dead', async () => {
  const id = await people.make('returner')
  const { access_token, refresh_token } = (await people.logIn('returner')).body
  await put(id, { enabled: false })
  await put(id, { enabled: true })
  assertProblem(await people.me(access_token), 'invalid_token')
  assertProblem(await people.step('refresh', { refresh_token }), 'invalid_refresh_token')
  assert.equal((await people.me(await people.token('returner'))).status, 200)
})

test('logout ends one session; its access token expires by itself, the other session continues', async () => {
  await people.make('leaving')
  const [one, other] = [(await people.logIn('leaving')).body, (await people.logIn('leaving')).body]
  assert.equal((await people.step('logout', { refresh_token: one.refresh_token })).status, 204)
  assertProblem(await people.step('refresh', { refresh_token: one.refresh_token }), 'invalid_refresh_token')
  assert.equal((await people.me(one.access_token)).status, 200)
  assert.equal((await people.step('refresh', { refresh_token: other.refresh_token })).status, 200)
})

test('a removed role is void at the next request, in every process', async () => {
  const id = await people.make('demoted', { roles: ['tenant-admin', 'pos-viewer'] })
  const token = await people.token('demoted')
  assert.equal((await people.call('GET', '', undefined, token)).status, 200)
  assert.equal(await thereSays(token), 'tenant-admin,pos-viewer')
  await put(id, { roles: ['pos-viewer', 'fraud-admin'] })
  assert.equal((await people.call('GET', '', undefined, token)).status, 403)
  await until('the other process has heard', async () => (await thereSays(token)) === 'pos-viewer', 2_000)
})

test('a login that is on its way while the user is disabled leaves no session', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await people.make(`racing-${round}`)
    const [login] = await Promise.all([people.logIn(`racing-${round}`), put(id, { enabled: false })])
    if (login.status !== 200) continue
    assertProblem(await people.me(login.body.access_token), 'invalid_token')
    assertProblem(await people.step('refresh', { refresh_token: login.body.refresh_token }), 'invalid_refresh_token')
  }
})
