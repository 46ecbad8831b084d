/** Refresh and logout: each token works once, a copy that comes back ends the sign-in, and unused ones die. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoClient } from '../support/demo.ts'
import type { Answer } from '../support/http.ts'
import { authPath, basic, change, claimsIn, form, signIn } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const LOAD = 'tenant-load'
const DAY_MS = 86_400_000
const vezne = useVezne()

const fresh = async (key = 'admin'): Promise<string> => (await signIn(vezne, key, LOAD, 0)).body.refresh_token
const step = (name: 'refresh' | 'logout', refresh_token: unknown, realm = LOAD): Promise<Answer> =>
  vezne.request('identity', 'POST', authPath(realm, name), { body: { refresh_token } })
const refresh = (token: unknown, realm?: string) => step('refresh', token, realm)
const logOut = (token: unknown, realm?: string) => step('logout', token, realm)
const checkRefused = (answer: Answer, why: RegExp): void => {
  assert.equal(answer.status, 401, answer.text)
  assert.equal(answer.body.code, 'invalid_refresh_token')
  assert.equal(answer.body.error, 'invalid_grant')
  assert.match(answer.body.detail, why)
  assert.equal(answer.headers['cache-control'], 'no-store')
}

test('a refresh and a logout may come in a form, as RFC 6749 has it', async () => {
  const answer = await vezne.request(
    'identity',
    'POST',
    authPath(LOAD, 'refresh'),
    form({ refresh_token: await fresh() }),
  )
  assert.equal(answer.status, 200, answer.text)
  const { refresh_token } = answer.body
  assert.equal((await vezne.request('identity', 'POST', authPath(LOAD, 'logout'), form({ refresh_token }))).status, 204)
  checkRefused(await refresh(refresh_token), /./)
})

test('a refresh returns a new pair; the chain continues', async () => {
  let token = await fresh()
  const seen = new Set([token])
  for (let round = 0; round < 4; round++) {
    const answer = await refresh(token)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(claimsIn(answer.body.access_token).sub, 'cid_test_load_admin')
    assert.equal(answer.headers['cache-control'], 'no-store')
    token = answer.body.refresh_token
    assert(!seen.has(token))
    seen.add(token)
    const me = await vezne.request('identity', 'GET', '/api/v1/me', { token: answer.body.access_token })
    assert.equal(me.status, 200)
  }
})

test('using an old one again ends the whole family, and no other', async () => {
  const [first, other] = [await fresh(), await fresh()]
  const second = (await refresh(first)).body.refresh_token
  const third = (await refresh(second)).body.refresh_token
  checkRefused(await refresh(first), /used before/)
  checkRefused(await refresh(third), /was ended/)
  checkRefused(await refresh(second), /was ended/)
  assert.equal((await refresh(other)).status, 200)
})

test('of many at once exactly one wins, and its token goes on', async () => {
  for (let round = 0; round < 5; round++) {
    const token = await fresh()
    const answers = await Promise.all(Array.from({ length: 2 }, () => refresh(token)))
    const winners = answers.filter(({ status }) => status === 200)
    assert.equal(winners.length, 1)
    assert.equal(answers.filter(({ status }) => status === 401).length, 1)
  }
})

test('a reuse that races a refresh leaves no living token behind', async () => {
  for (let round = 0; round < 10; round++) {
    const first = await fresh()
    const second = (await refresh(first)).body.refresh_token
    const [, rotated] = await Promise.all([refresh(first), refresh(second)])
    if (rotated.status === 200) checkRefused(await refresh(rotated.body.refresh_token), /was ended/)
    else checkRefused(rotated, /was ended|same moment/)
  }
})

test('it expires after 30 days without use, not before, and use extends it', async () => {
  const [idle, used] = [await fresh(), await fresh()]
  await vezne.moveClock(29 * DAY_MS)
  const second = await refresh(used)
  assert.equal(second.status, 200)
  await vezne.moveClock(2 * DAY_MS)
  checkRefused(await refresh(idle), /30 days/)
  assert.equal((await refresh(second.body.refresh_token)).status, 200, 'its family is older than 30 days by now')
})

test('what is no refresh token of this realm is refused', async () => {
  const token = await fresh()
  checkRefused(await refresh('rt_nonsense'), /not one of this realm/)
  checkRefused(await refresh(token, 'tenant-demo'), /not one of this realm/)
  checkRefused(await refresh((await signIn(vezne, 'admin', LOAD, 0)).body.access_token.slice(0, 900)), /not one/)
  const missing = await refresh(undefined)
  assert.equal(missing.body.code, 'bad_request')
  assert.equal(missing.body.error, 'invalid_request')
  assert.equal((await refresh(token, 'tenant-nobody')).body.code, 'realm_not_found')
  assert.equal((await refresh(token)).status, 200, 'none of that hurt it')
})

test('roles, state and realm of the key are checked on each refresh', async () => {
  const set = (what: string) => change(vezne, `update clients set ${what} where client_id = 'cid_test_load_sender'`)
  const first = await fresh('sender')
  await set(`roles = '{transfer-viewer}'`)
  const second = await refresh(first)
  assert.deepEqual(claimsIn(second.body.access_token).roles, ['transfer-viewer'])
  await change(vezne, `update realms set status = 'suspended' where slug = 'tenant-load'`)
  assert.equal((await refresh(second.body.refresh_token)).body.code, 'realm_suspended')
  await change(vezne, `update realms set status = 'active' where slug = 'tenant-load'`)
  await set('is_active = false')
  checkRefused(await refresh(second.body.refresh_token), /switched off/)
  await set('is_active = true')
  assert.equal((await refresh(second.body.refresh_token)).status, 200)
})

test('a form with grant_type refresh_token does the same, with or without the client', async () => {
  const { client_id, client_secret } = demoClient(vezne.demo, 'admin', LOAD)
  const ask = (members: Record<string, string>, headers: Record<string, string> = {}) =>
    vezne.request(
      'identity',
      'POST',
      authPath(LOAD, 'token'),
      form({ grant_type: 'refresh_token', ...members }, headers),
    )
  let token = await fresh()
  for (const [members, headers] of [
    [{}, {}],
    [{ client_id, client_secret }, {}],
    [{}, basic(client_id, client_secret)],
  ] as [Record<string, string>, Record<string, string>][]) {
    const answer = await ask({ refresh_token: token, ...members }, headers)
    assert.equal(answer.status, 200, answer.text)
    token = answer.body.refresh_token
  }
  const maker = demoClient(vezne.demo, 'maker', LOAD)
  checkRefused(
    await ask({ refresh_token: token, client_id: maker.client_id, client_secret: maker.client_secret }),
    /another client/,
  )
  const wrong = await ask({ refresh_token: token, client_id, client_secret: 'wrong' })
  assert.equal(wrong.body.code, 'invalid_credentials')
  assert.equal((await ask({ refresh_token: token })).status, 200)
})

test('logout ends the family; access tokens expire by themselves', async () => {
  const signedIn = (await signIn(vezne, 'admin', LOAD, 0)).body
  const second = (await refresh(signedIn.refresh_token)).body.refresh_token
  const gone = await logOut(second)
  assert.equal(gone.status, 204)
  assert.equal(gone.text, '')
  assert.equal(gone.headers['cache-control'], 'no-store')
  checkRefused(await refresh(second), /was ended/)
  checkRefused(await logOut(second), /was ended/)
  checkRefused(await logOut('rt_nonsense'), /not one of this realm/)
  const me = await vezne.request('identity', 'GET', '/api/v1/me', { token: signedIn.access_token })
  assert.equal(me.status, 200)
})

test('spent tokens are removed, and valid ones stay', async () => {
  const { purgeRefreshTokens } = await import('../../src/identity/tokens/refresh-token-service.ts')
  const count = async () =>
    (
      await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
        tx.query<{ n: number }>('select count(*) as n from refresh_tokens'),
      )
    )[0]!.n
  const living = await fresh()
  await vezne.moveClock(20 * DAY_MS)
  const second = (await refresh(living)).body.refresh_token
  await vezne.moveClock(20 * DAY_MS)
  assert((await count()) > 10)
  await purgeRefreshTokens(vezne.runtime).run()
  assert.equal(await count(), 2, 'the row that speaks for the family, and its newest')
  assert.equal((await refresh(second)).status, 200)
})
