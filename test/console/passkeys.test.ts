/** Passkeys: registered after a step-up, then they sign in and prove a person; whatever else a device or somebody in between sends is refused. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { createRealms } from '../../src/access/callers/realms.ts'
import { createPasskeyParts } from '../../src/identity/passkeys/passkey-parts.ts'
import { createPasskeyRegistration } from '../../src/identity/passkeys/register-passkeys.ts'
import { toUserHandle } from '../../src/identity/passkeys/user-handle.ts'
import { type Odd, openAuthenticator } from '../support/authenticator.ts'
import { openBrowser } from '../support/console.ts'
import type { Answer } from '../support/http.ts'
import { OTHER_PASSWORD, openPeople, PASSWORD } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { change } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const DEMO = '00000000-0000-4000-8000-000000000010'

const vezne = useVezne()
let origin: string
before(async () => {
  origin = `http://localhost:${new URL(vezne.urls.console).port}`
})

type Browser = ReturnType<typeof openBrowser>
const signedIn = async (username: string, password = PASSWORD): Promise<Browser> => {
  const browser = openBrowser(vezne)
  const body = { tenant: 'tenant-demo', username, password }
  assert.equal((await browser.call('POST', 'session', { body })).status, 200)
  return browser
}

/** A person of that name with a passkey on a device. */
const enrolled = async (username: string, { counts = true } = {}) => {
  const people = openPeople(vezne)
  const id = await people.make(username)
  const browser = await signedIn(username)
  const device = openAuthenticator(origin, { counts })
  const made = await add(browser, device)
  assert.equal(made.status, 201, made.text)
  return { id, people, browser, device, passkey: made.body as { id: string } }
}
const add = async (browser: Browser, device: ReturnType<typeof openAuthenticator>, odd: Odd = {}): Promise<Answer> => {
  const { body: options } = await browser.call('POST', 'passkeys/options')
  return browser.call('POST', 'passkeys', { body: { name: 'Laptop', response: device.create(options, odd) } })
}
const useOptions = async (browser = openBrowser(vezne)) => (await browser.call('POST', 'session/passkey-options')).body
const enter = (response: unknown, browser = openBrowser(vezne)): Promise<Answer> =>
  browser.call('POST', 'session/passkey', { body: { response } })

test('a realm that is not in memory is read before the transaction that removes a passkey', async (t) => {
  const { id: userId, passkey } = await enrolled('forgetter')
  const realms = createRealms(vezne.runtime)
  t.after(() => realms.close())
  const { remove } = createPasskeyRegistration(createPasskeyParts(vezne.runtime, realms))
  const caller = { address: '127.0.0.1', correlationId: randomUUID(), nowMs: Date.now() }
  assert.equal(await remove({ tenantId: DEMO, userId }, passkey.id, caller), true)
})

test('a passkey is registered, signs in without a password, proves the person, and is removed', async () => {
  const { browser, device, passkey } = await enrolled('keyholder')
  const listed = (await browser.call('GET', 'passkeys')).body
  assert.deepEqual(listed.origins, [origin])
  assert.deepEqual(
    listed.items.map(({ id, name, used_at }: Record<string, unknown>) => ({ id, name, used_at })),
    [{ id: passkey.id, name: 'Laptop', used_at: null }],
  )
  const other = openBrowser(vezne)
  const entered = await enter(device.use(await useOptions()), other)
  assert.equal(entered.status, 200, entered.text)
  assert.equal(entered.body.person.email, 'keyholder@people.example')
  assert.deepEqual(entered.body.factors, { totp: false, recovery_codes_left: 0, passkeys: 1 })
  assert.notEqual((await other.call('GET', 'passkeys')).body.items[0].used_at, null)

  await vezne.moveClock(6 * 60_000)
  assertProblem(await other.call('DELETE', `passkeys/${passkey.id}`), 'step_up_required')
  assertProblem(await other.call('POST', 'passkeys/options'), 'step_up_required')
  const options = (await other.call('POST', 'step-up/passkey-options')).body
  assert.equal(options.allowCredentials[0].id, device.credentialId)
  const proved = await other.call('POST', 'step-up/passkey', { body: { response: device.use(options) } })
  assert.equal(proved.status, 200, proved.text)
  assert.equal((await other.call('DELETE', `passkeys/${randomUUID()}`)).status, 404)
  assert.equal((await other.call('DELETE', `passkeys/${passkey.id}`)).status, 204)
  assertProblem(await enter(device.use(await useOptions())), 'invalid_credentials')
})

const REFUSED: readonly [what: string, odd: (device: ReturnType<typeof openAuthenticator>) => Odd][] = [
  ['of another origin', () => ({ origin: 'https://vezne.example' })],
  ['of the console’s IP address', () => ({ origin: vezne.urls.console })],
  ['in a frame of another site', () => ({ client: { crossOrigin: true } })],
  ['below another site', () => ({ client: { topOrigin: 'https://evil.example' } })],
  ['for another relying party', () => ({ rpId: 'evil.example' })],
  ['without a check of the person', () => ({ flags: 0x01 })],
  ['without the person', () => ({ flags: 0x04 })],
  ['of a counter that goes back', () => ({ counter: 1 })],
  ['of another kind', () => ({ type: 'webauthn.create' })],
  ['with a signature of something else', () => ({ signature: Buffer.alloc(70, 1) })],
  [
    'under the name of another person',
    () => ({ userHandle: toUserHandle(vezne.demo.tenants[0]!.tenant_id, randomUUID()).toString('base64url') }),
  ],
  ['under no name', () => ({ userHandle: '' })],
  ['of an unknown key', () => ({ id: Buffer.alloc(16, 7).toString('base64url') })],
]
test('responses that are not what a browser sends for this console are refused, all alike', async () => {
  const { device } = await enrolled('careful')
  for (let n = 0; n < 2; n++) assert.equal((await enter(device.use(await useOptions()))).status, 200)
  const said = new Set<string>()
  for (const [what, odd] of REFUSED) {
    const answer = await enter(device.use(await useOptions(), odd(device)))
    assert.equal(answer.status, 401, `${what}: ${answer.text}`)
    said.add(answer.body.detail)
  }
  assert.equal(said.size, 1)
  assert.equal((await enter(device.use(await useOptions()))).status, 200, 'the key itself still counts')
})

test('bodies that are no response at all are refused, none is a fault of ours', async () => {
  const { device } = await enrolled('fuzzed')
  const right = device.use(await useOptions()) as { response: object }
  const odd = [
    null,
    [],
    'x',
    7,
    {},
    { id: 5 },
    { response: 3 },
    { ...right, response: { ...right.response, clientDataJSON: 'e30' } },
  ]
  const more = ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'].flatMap((name) =>
    [null, 5, {}, '', '!!!', 'A'.repeat(9_000)].map((value) => ({
      ...right,
      response: { ...right.response, [name]: value },
    })),
  )
  for (const response of [...odd, ...more]) {
    const answer = await enter(response)
    assert.equal(answer.status, 401, `${JSON.stringify(response).slice(0, 200)}: ${answer.text}`)
  }
})

test('an answer counts once, of twenty at once as well; of two uses with one counter one counts', async () => {
  const { device } = await enrolled('repeated')
  const response = device.use(await useOptions())
  const all = await Promise.all(Array.from({ length: 20 }, () => enter(response)))
  assert.equal(all.filter(({ status }) => status === 200).length, 1)
  assert.equal((await enter(response)).status, 401)
  const copies = [device.use(await useOptions(), { counter: 900 }), device.use(await useOptions(), { counter: 900 })]
  const both = await Promise.all(copies.map((each) => enter(each)))
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
})

test('keys of devices that count nothing are taken each time', async () => {
  const { device } = await enrolled('uncounted', { counts: false })
  for (let n = 0; n < 3; n++) assert.equal((await enter(device.use(await useOptions()))).status, 200)
})

test('a challenge that proves a person signs nobody in, and one of another person proves nothing', async () => {
  const { browser, device } = await enrolled('purposeful')
  const options = (await browser.call('POST', 'step-up/passkey-options')).body
  assertProblem(await enter(device.use(options)), 'invalid_credentials')
  const thief = await enrolled('thief')
  const theirs = (await thief.browser.call('POST', 'step-up/passkey-options')).body
  const borrowed = device.use(theirs)
  assertProblem(
    await thief.browser.call('POST', 'step-up/passkey', { body: { response: borrowed } }),
    'invalid_credentials',
  )
})

test('a passkey goes with a new password, whoever sets it, and with a reset of the second factor', async () => {
  const own = await enrolled('renewed')
  const body = { password: PASSWORD, new_password: OTHER_PASSWORD }
  assert.equal((await own.browser.call('POST', 'password', { body })).status, 200)
  assertProblem(await enter(own.device.use(await useOptions())), 'invalid_credentials')
  const reset = await enrolled('reset')
  assert.equal((await reset.people.call('POST', `/${reset.id}/reset-second-factor`)).status, 204)
  assertProblem(await reset.browser.call('GET', 'me'), 'sign_in_required')
  assertProblem(await enter(reset.device.use(await useOptions())), 'invalid_credentials')
})

for (const [what, statement] of [
  ['disabled', 'update users set enabled = false where id = $1'],
  ['waiting for approval', 'update users set pending_approval = true where id = $1'],
  ['unused for ninety days', `update users set unused_since = now() - interval '200 days' where id = $1`],
  ['to change a temporary password first', 'update users set password_is_temporary = true where id = $1'],
] as const)
  test(`a passkey of a person who is ${what} lets nobody in`, async () => {
    const { id, device } = await enrolled(`kept-${what.split(' ')[0]}`)
    await change(vezne, statement, [id])
    assertProblem(await enter(device.use(await useOptions())), 'invalid_credentials')
  })

test('what is registered has to come from this person’s own page', async () => {
  const people = openPeople(vezne)
  await people.make('registrar')
  const browser = await signedIn('registrar')
  const device = openAuthenticator(origin)
  for (const odd of [
    { origin: 'https://vezne.example' },
    { client: { crossOrigin: true } },
    { rpId: 'evil.example' },
    { flags: 0x01 },
  ])
    assertProblem(await add(browser, device, odd), 'bad_request')
  const stranger = await enrolled('stranger')
  const { body: options } = await stranger.browser.call('POST', 'passkeys/options')
  const body = { name: 'Mine', response: device.create(options) }
  assertProblem(await browser.call('POST', 'passkeys', { body }), 'bad_request')
  for (const name of ['', ' ', 'x'.repeat(61), '4546711234567894'])
    assertProblem(
      await browser.call('POST', 'passkeys', {
        body: { name, response: device.create((await browser.call('POST', 'passkeys/options')).body) },
      }),
      'bad_request',
    )
  assert.deepEqual((await browser.call('GET', 'passkeys')).body.items, [])
})

test('ten passkeys are the most, also of twelve at once; a device has one', async () => {
  const people = openPeople(vezne)
  await people.make('collector')
  const browser = await signedIn('collector')
  const made = await Promise.all(Array.from({ length: 12 }, () => add(browser, openAuthenticator(origin))))
  assert.deepEqual(made.map(({ status }) => status).sort(), [...Array(10).fill(201), 409, 409])
  const [first] = (await browser.call('GET', 'passkeys')).body.items
  await browser.call('DELETE', `passkeys/${first.id}`)
  const { body: options } = await browser.call('POST', 'passkeys/options')
  const [known] = options.excludeCredentials
  assertProblem(await add(browser, openAuthenticator(origin), { id: known.id }), 'conflict')
})
