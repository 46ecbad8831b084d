/** The second factor of people: set up, asked for at each login, used once, recovered and reset; in production rights wait for it. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { codeAt, OTHER_PASSWORD, openPeople, PASSWORD, type People, timeForCodes } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { noteKnown } from '../support/seen.ts'
import { change } from '../support/tokens.ts'
import { startVezne, useVezne, type Vezne } from '../support/vezne.ts'

const vezne = useVezne()
let people: People
before(async () => {
  people = openPeople(vezne)
})

const mine = (on: Vezne, token: string, path = '', body?: object) =>
  on.request('identity', body === undefined ? 'GET' : 'POST', `/api/v1/me/second-factor${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  })
/** Codes of before may be used again: a test cannot wait for the next half-minute. */
const forgetSteps = async (username: string) => {
  await timeForCodes()
  return change(vezne, 'update users set totp_last_step = 0 where username = $1', [username])
}
const withCode = (username: string, otp?: string, password = PASSWORD) => people.logIn(username, password, 0, otp)

test('set up with the password, confirmed with a code; every session ends, and logins need a code, each once', async () => {
  await people.make('coded')
  const token = await people.token('coded')
  const bystander = (await people.logIn('coded')).body
  assert.deepEqual((await mine(vezne, token)).body, {
    is_active: false,
    is_required: false,
    confirmed_at: null,
    recovery_codes_left: 0,
  })
  assertProblem(await mine(vezne, token, '/confirm', { otp: '123456' }), 'conflict')
  assertProblem(await mine(vezne, token, '', { password: 'wrong' }), 'invalid_credentials')
  const first = (await mine(vezne, token, '', { password: PASSWORD })).body.secret
  assert.equal((await people.logIn('coded')).status, 200, 'what is not confirmed is not asked for')
  await timeForCodes()
  const { secret, uri, recoveryCodes } = await people.enrol(token)
  assert.notEqual(secret, first)
  assert.match(uri, /^otpauth:\/\/totp\/Vezne%20tenant-demo:coded\?.*secret=/)
  assert.equal(new Set(recoveryCodes).size, 10)
  for (const old of [token, bystander.access_token]) assertProblem(await people.me(old), 'invalid_token')
  assertProblem(await people.step('refresh', { refresh_token: bystander.refresh_token }), 'invalid_refresh_token')

  const wrong = await withCode('coded', '000000', 'wrong')
  for (const otp of [undefined, codeAt(secret, 5), codeAt(secret, -5), codeAt(first), codeAt(secret), 'NO-CODE'])
    assert.deepEqual(
      { ...(await withCode('coded', otp)).body, correlation_id: '' },
      { ...wrong.body, correlation_id: '' },
      `${otp} (the code it was confirmed with is spent)`,
    )
  await forgetSteps('coded')
  const code = codeAt(secret)
  const both = await Promise.all([withCode('coded', code), withCode('coded', code)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401], 'of two at once with one code one gets in')
  assert.equal((await withCode('coded', codeAt(secret, 1))).status, 200, 'a watch half a minute early')
  assertProblem(await withCode('coded', code), 'invalid_credentials')
  await forgetSteps('coded')
  const entered = await withCode('coded', codeAt(secret, -1))
  assert.equal(entered.status, 200, 'a watch half a minute late')
  const state = (await mine(vezne, entered.body.access_token)).body
  assert.deepEqual([state.is_active, state.recovery_codes_left], [true, 10])
  assertProblem(await mine(vezne, entered.body.access_token, '', { password: PASSWORD }), 'invalid_credentials')
})

test('a recovery code replaces a code, once; the change of a password requires a code, too', async () => {
  await people.make('recovered')
  const { secret, recoveryCodes } = await people.enrol(await people.token('recovered'))
  const [one, two] = recoveryCodes as [string, string]
  const answer = await withCode('recovered', one.toLowerCase().replace('-', ' '))
  assert.equal(answer.status, 200, answer.text)
  assertProblem(await withCode('recovered', one), 'invalid_credentials')
  assert.equal((await mine(vezne, answer.body.access_token)).body.recovery_codes_left, 9)
  const put = { username: 'recovered', password: PASSWORD, new_password: OTHER_PASSWORD }
  assertProblem(await people.step('change-password', put), 'invalid_credentials')
  assert.equal((await people.step('change-password', { ...put, otp: two })).status, 200)
  await forgetSteps('recovered')
  assert.equal((await withCode('recovered', codeAt(secret), OTHER_PASSWORD)).status, 200)
})

test('recovery codes are renewed with password and code of the app; those of before end, and the audit log has it', async () => {
  const id = await people.make('renewer')
  const plain = await people.token('renewer')
  const renew = (token: string, otp: string, password = PASSWORD) =>
    mine(vezne, token, '/recovery-codes', { password, otp })
  assertProblem(await renew(plain, '123456'), 'conflict', /No second factor/)
  const { secret, recoveryCodes } = await people.enrol(plain)
  await forgetSteps('renewer')
  const { access_token: token } = (await withCode('renewer', codeAt(secret))).body
  assertProblem(await renew(token, codeAt(secret)), 'invalid_credentials', /./)
  assertProblem(await renew(token, recoveryCodes[0] as string), 'bad_request', /./, 'otp invalid_format')
  await forgetSteps('renewer')
  assertProblem(await renew(token, codeAt(secret), 'wrong'), 'invalid_credentials')
  await forgetSteps('renewer')
  const renewed = await renew(token, codeAt(secret))
  assert.equal(renewed.status, 200, renewed.text)
  assert.equal(renewed.headers['cache-control'], 'no-store')
  const codes: string[] = renewed.body.recovery_codes
  for (const code of codes) noteKnown('secret', code)
  assert.equal(new Set([...codes, ...recoveryCodes]).size, 20)
  assertProblem(await withCode('renewer', recoveryCodes[0]), 'invalid_credentials')
  const left = async () => (await mine(vezne, token)).body.recovery_codes_left
  assert.equal(await left(), 10, 'the session goes on')
  assert.equal((await withCode('renewer', codes[0])).status, 200)
  assert.equal(await left(), 9)
  const { items } = (
    await vezne.request('identity', 'GET', `/api/v1/audit-log?target_id=${id}&page_size=100`, {
      token: await vezne.token('admin'),
    })
  ).body
  type Entry = { after: { secondFactor?: string } | null }
  assert.ok((items as Entry[]).some(({ after }) => after?.secondFactor === 'recovery_codes_renewed'))
})

test('disabled by password and code; reset by an administrator, which ends the sessions and is in the audit log', async () => {
  const id = await people.make('loser')
  const { secret } = await people.enrol(await people.token('loser'))
  await forgetSteps('loser')
  const { access_token: token } = (await withCode('loser', codeAt(secret))).body
  assertProblem(
    await mine(vezne, token, '/disable', { password: PASSWORD, otp: codeAt(secret, 7) }),
    'invalid_credentials',
  )
  await forgetSteps('loser')
  assert.equal((await mine(vezne, token, '/disable', { password: PASSWORD, otp: codeAt(secret) })).status, 204)
  assertProblem(await people.me(token), 'invalid_token')
  const again = await people.token('loser')
  const second = await people.enrol(again)
  assert.equal((await people.call('POST', `/${id}/reset-second-factor`, undefined)).status, 204)
  const after = await people.token('loser')
  assertProblem(await people.call('POST', `/${id}/reset-second-factor`, undefined, after), 'forbidden')
  assert.equal((await withCode('loser', codeAt(second.secret))).status, 200, 'an unneeded code is accepted')
  const log = await vezne.request('identity', 'GET', `/api/v1/audit-log?target_id=${id}&page_size=100`, {
    token: await vezne.token('admin'),
  })
  type Entry = { operation: string; outcome: string; after: { hasSecondFactor?: boolean }; address: string }
  const reset = (log.body.items as Entry[]).find(
    ({ operation, outcome }) => /reset-second-factor/.test(operation) && outcome === 'done',
  )
  assert.equal(reset?.after.hasSecondFactor, false)
  assert.ok(reset?.address)
  assert.ok(!log.text.includes(second.secret))
})

test('ten wrong codes lock the account as ten wrong passwords do; keys and anonymous callers have no second factor', async () => {
  await people.make('guessed-codes')
  const { recoveryCodes } = await people.enrol(await people.token('guessed-codes'))
  for (let nth = 0; nth < 10; nth++)
    assertProblem(await withCode('guessed-codes', `00000${nth}`), 'invalid_credentials')
  assertProblem(await withCode('guessed-codes', recoveryCodes[0]), 'invalid_credentials')
  assertProblem(await mine(vezne, await vezne.token('admin')), 'forbidden')
})

test('stored sealed, and deleted with its user', async () => {
  const id = await people.make('sealed')
  const { secret, recoveryCodes } = await people.enrol(await people.token('sealed'))
  const [row] = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query('select * from users where id = $1', [id]),
  )
  const text = Object.values(row as object).map((value) =>
    Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value),
  )
  for (const shown of [secret, ...recoveryCodes]) assert.ok(!text.join().includes(shown))
  assert.equal((await people.call('DELETE', `/${id}`)).status, 204)
  const [gone] = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query('select totp_sealed, recovery_code_hashes, previous_password_hashes from users where id = $1', [id]),
  )
  assert.deepEqual(gone, { totp_sealed: null, recovery_code_hashes: null, previous_password_hashes: null })
})

test('production: a person’s rights to decide, send and administer wait for the second factor, others do not', async () => {
  const live = await startVezne({ config: { env: 'production' } })
  try {
    const there = openPeople(live)
    await there.make('chief', { roles: ['tenant-admin', 'pos-viewer'] })
    const token = (await there.logIn('chief', PASSWORD, 70)).body.access_token
    const users = (bearer: string) => live.request('identity', 'GET', '/api/v1/users', { token: bearer })
    assertProblem(await users(token), 'forbidden', /second-factor/)
    assert.deepEqual((await there.me(token)).body.roles, ['pos-viewer'])
    assert.equal((await live.request('cards', 'GET', '/api/v1/transactions', { token })).status, 200)
    assert.equal((await mine(live, token)).body.is_required, true)
    const { recoveryCodes } = await there.enrol(token)
    const entered = (await there.logIn('chief', PASSWORD, 71, recoveryCodes[0])).body.access_token
    assert.equal((await users(entered)).status, 200)
    const { sub } = (await there.me(entered)).body
    assert.equal((await there.call('POST', `/${sub}/reset-second-factor`, undefined)).status, 204)
    assertProblem(await users((await there.logIn('chief', PASSWORD, 72)).body.access_token), 'forbidden')
    assert.equal((await users(await live.token('admin'))).status, 200, 'keys are no people')
  } finally {
    await live.stop()
  }
})
