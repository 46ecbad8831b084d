/** Rules of a person's credentials: passwords not used before, sessions that end, accounts that are used. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { paymentBody } from '../support/payments.ts'
import { openPeople, PASSWORD, type People } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { asPlatform } from '../support/tenants.ts'
import { change, claimsIn } from '../support/tokens.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const vezne = useVezne()
let people: People
before(async () => {
  people = openPeople(vezne)
})

test('the last four passwords are refused, for users and administrators; the one before them is allowed again', async () => {
  const id = await people.make('repeater')
  const nth = (number: number) => (number === 0 ? PASSWORD : `password of round ${number}`)
  const put = (from: number, to: number) =>
    people.step('change-password', { username: 'repeater', password: nth(from), new_password: nth(to) })
  const reset = (to: number) => people.call('POST', `/${id}/reset-password`, { password: nth(to) })
  for (const round of [1, 2]) assert.equal((await put(round - 1, round)).status, 200)
  assert.equal((await reset(3)).status, 204)
  for (const old of [0, 1, 2]) {
    assertProblem(await put(3, old), 'bad_request', /last four/)
    assertProblem(await reset(old), 'bad_request', /last four/)
  }
  assertProblem(await reset(3), 'bad_request', /last four/)
  assert.equal((await put(3, 4)).status, 200)
  assert.equal((await put(4, 0)).status, 200, 'four others lie between')
  const [row] = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ kept: number }>('select cardinality(previous_password_hashes) as kept from users where id = $1', [id]),
  )
  assert.equal(row!.kept, 3)
})

test('a session ends 15 minutes after it was last refreshed, and after 12 hours however busy', async () => {
  await people.make('worker')
  const first = (await people.logIn('worker')).body
  assert.deepEqual([first.expires_in, first.refresh_expires_in], [300, 900])
  await vezne.moveClock(14 * MINUTE_MS)
  const second = await people.step('refresh', { refresh_token: first.refresh_token })
  assert.equal(second.status, 200, second.text)
  await vezne.moveClock(15 * MINUTE_MS)
  const idle = await people.step('refresh', { refresh_token: second.body.refresh_token })
  assertProblem(idle, 'invalid_refresh_token', /15 minutes/)

  const busy = (await people.logIn('worker')).body
  const next = (await people.step('refresh', { refresh_token: busy.refresh_token })).body
  const begunEarlier = `update refresh_tokens set created = created - interval '11 hours 50 minutes' where id = family_id`
  await change(vezne, begunEarlier)
  const late = await people.step('refresh', { refresh_token: next.refresh_token })
  assert.equal(late.status, 200, late.text)
  assert.ok(late.body.refresh_expires_in <= 600, 'what is left of the twelve hours')
  await vezne.moveClock(10 * MINUTE_MS)
  const over = await people.step('refresh', { refresh_token: late.body.refresh_token })
  assertProblem(over, 'invalid_refresh_token', /720 minutes/)
})

test('a plan makes sessions shorter, never longer', async () => {
  const { body: plans } = await asPlatform(vezne, 'GET', '/platform/plans?page_size=100')
  const plan = plans.items.find(({ code }: { code: string }) => code === 'sandbox')
  assert.deepEqual([plan.session_idle_minutes, plan.session_max_minutes], [15, 720])
  const { id, features: _, created: __, last_modified: ___, ...body } = plan
  const put = (more: object) => asPlatform(vezne, 'PUT', `/platform/plans/${id}`, { ...body, ...more })
  for (const wrong of [{ session_idle_minutes: 16 }, { session_idle_minutes: 0 }, { session_max_minutes: 721 }])
    assertProblem(await put(wrong), 'bad_request', /session_/)
  const set = await put({ session_idle_minutes: 3, session_max_minutes: 7 })
  assert.deepEqual([set.body.session_idle_minutes, set.body.session_max_minutes], [3, 7])
  await people.make('shorter')
  let session = (await people.logIn('shorter')).body
  assert.deepEqual([session.expires_in, session.refresh_expires_in], [180, 180])
  for (const left of [180, 180, 60]) {
    await vezne.moveClock(2 * MINUTE_MS)
    const next = await people.step('refresh', { refresh_token: session.refresh_token })
    assert.equal(next.status, 200, next.text)
    session = next.body
    assert.ok(session.expires_in <= left && session.expires_in > left - 5, `${session.expires_in} of ${left}`)
    const { iat, exp } = claimsIn(session.access_token)
    assert.equal(exp - iat, session.expires_in, 'the token ends with its session')
  }
  await vezne.moveClock(MINUTE_MS)
  assertProblem(
    await people.step('refresh', { refresh_token: session.refresh_token }),
    'invalid_refresh_token',
    /7 minutes/,
  )
  assert.equal((await put({})).body.session_idle_minutes, 15)
})

test('accounts not used for 90 days are disabled, at login and by the sweep; once enabled, they work again', async () => {
  const used = await people.make('used')
  const unused = await people.make('unused')
  await vezne.moveClock(89 * DAY_MS)
  assert.equal((await people.logIn('used')).status, 200)
  const session = (await people.logIn('used')).body
  await vezne.moveClock(DAY_MS + MINUTE_MS)
  assertProblem(await people.logIn('unused'), 'invalid_credentials')
  const enabled = async (id: string): Promise<boolean> => (await people.call('GET', `/${id}`)).body.data.enabled
  await until('the sweep has disabled it', async () => !(await enabled(unused)))
  assert.equal(await enabled(used), true)
  assert.equal((await people.me(session.access_token)).status, 200)
  assert.equal((await people.logIn('used')).status, 200)
  const log = await vezne.request('identity', 'GET', `/api/v1/audit-log?target_id=${unused}`, {
    token: await vezne.token('admin'),
  })
  const [entry] = log.body.items
  assert.deepEqual(
    [entry.actor, entry.operation, entry.after],
    ['system', 'disable unused account', { enabled: false }],
  )
  assert.equal((await people.call('PUT', `/${unused}`, { enabled: true })).status, 200)
  assert.equal((await people.logIn('unused')).status, 200)
})

test('the request log and the trace name the person and the address that asked, and so does the log of the program', async () => {
  await people.make('till', { roles: ['pos-operator'] })
  const token = await people.token('till')
  const { sub } = (await people.me(token)).body
  const paid = await vezne.request('cards', 'POST', '/api/v1/payments', {
    token,
    from: 33,
    headers: { 'x-external-merchant-id': 'M-1001' },
    body: paymentBody({}),
  })
  assert.equal(paid.status, 200, paid.text)
  const id = paid.body.transaction_id
  const byKey = await vezne.token('m1')
  const refund = await vezne.request('cards', 'POST', `/api/v1/payments/${id}/refund`, {
    token: byKey,
    from: 34,
    body: {},
  })
  assert.equal(refund.status, 200, refund.text)
  const admin = await vezne.token('admin')
  const ofPayment = await vezne.request('cards', 'GET', `/api/v1/api-request-logs?transaction_id=${id}`, {
    token: admin,
  })
  assert.deepEqual(
    ofPayment.body.items.map((row: Record<string, string>) => [row.created_by, row.caller_address]),
    [[sub, '127.0.1.33']],
  )
  const all = await vezne.request('cards', 'GET', '/api/v1/api-request-logs?page_size=5', { token: admin })
  const [newest] = all.body.items
  assert.deepEqual([newest.created_by, newest.caller_address], [claimsIn(byKey).sub, '127.0.1.34'])
  const trace = await vezne.request('cards', 'GET', `/api/v1/Trace/${paid.headers['x-correlation-id']}`, {
    token: admin,
  })
  assert.ok(trace.text.includes(sub) && trace.text.includes('127.0.1.33'), trace.text.slice(0, 300))
  const finished = () =>
    readFileSync(join(vezne.dataDir, 'vezne.log'), 'utf8')
      .split('\n')
      .find((line) => line.includes('request.finished') && line.includes('127.0.1.33'))
  await until('the line is written', () => finished() !== undefined)
  assert.match(finished() ?? '', new RegExp(`"actor":"${sub}"`))
})
