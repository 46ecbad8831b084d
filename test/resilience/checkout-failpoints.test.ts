/**
 * The program dies at each place of a try on the hosted page: the shopper who comes back and pays again is charged once, and the page says
 * so. And of a payment by card token: its key pays once, and no code stays that opens without the token.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { readLedger } from './chaos/bank-ledger.ts'
import { besideTheServer } from './chaos/beside-the-server.ts'
import type { Failpoint } from './chaos/plan.ts'
import { asOwner, endLeases } from './chaos/platform-records.ts'
import type { Program } from './chaos/program.ts'
import { triedPlaces } from './chaos/tried-places.ts'

/** What the page says once the shopper is back: that it is paid, or the form again since nothing was. */
const PLACES: readonly (readonly [Failpoint['at'], RegExp])[] = [
  ['before-prepare', /^To pay$/], // the try has its number, and no payment yet
  ['after-prepare', /^Payment received$/], // stored and not sent: to this bank's inquiry that is an approval
  ['after-call', /^Payment received$/],
  ['after-record', /^Payment received$/],
]

const beside = use(besideTheServer)
let program: Program
before(async () => {
  program = await beside.open()
  await program.start()
})

const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  program.http.request('cards', method, `/api/v1${path}`, {
    token: await program.token('tenant-load'),
    headers: { 'x-external-merchant-id': 'M-3001', ...headers },
    ...(body === undefined ? {} : { body }),
  })
const titleOf = (text: string): string => /<h1>([^<]*)/.exec(text)?.[1]?.trim() ?? ''
const look = async (id: string) => {
  const { text } = await program.http.request('cards', 'GET', `/checkout/${id}`, {
    headers: { 'accept-language': 'en' },
  })
  return { title: titleOf(text), attempt: /name="attempt" value="(\d)"/.exec(text)?.[1] ?? '' }
}
const send = (id: string, attempt: string) =>
  program.http.request('cards', 'POST', `/checkout/${id}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      attempt,
      number: '4546711234567894',
      holder: 'Ayse Yilmaz',
      expiry: '12/30',
      code: '000',
      installment: '1',
    }).toString(),
  })

const NEAR_ANOTHER = PLACES.filter(([at]) => ['after-prepare', 'after-record'].includes(at))
for (const [at, expected] of triedPlaces(PLACES, NEAR_ANOTHER))
  test(`dies ${at.replace('-', ' ')}: paid once`, async () => {
    await program.startIfEnded()
    const { body } = await call('POST', '/checkout/sessions', {
      amount: 15_000,
      currency: 'TRY',
      payment_mode: 'non_3d',
    })
    const id: string = body.session_id
    await program.arm({ at, act: 'die' })
    await assert.rejects(send(id, '1'))
    await until('it died', () => program.current().child.signalCode === 'SIGKILL')
    await endLeases(program.ownerUrl())
    await program.start()
    assert.notEqual((await look(id)).title, '')
    // The claim of the dead process runs out by the database's clock.
    await asOwner(program.ownerUrl(), (client) =>
      client.query(
        `update checkout_sessions set attempt_at = attempt_at - interval '61 s' where attempt_at is not null`,
      ),
    )
    await program.moveClock(200) // past the lateness window of what was not sent
    let seen = await look(id)
    await until(
      'the page knows',
      async () => {
        seen = await look(id)
        if (seen.title.startsWith('We are waiting')) await program.moveClock(61)
        return !seen.title.startsWith('We are waiting')
      },
      60_000,
    )
    assert.match(seen.title, expected)
    if (seen.attempt !== '') await send(id, seen.attempt)
    assert.equal((await look(id)).title, 'Payment received')
    const ids = await asOwner(program.ownerUrl(), async (client) => {
      const { rows } = await client.query<{ id: string; status: string }>(
        `select p.id, p.status from checkout_sessions s join checkout_attempts a on a.session_id = s.id join payments p on p.id = a.payment_id
          where s.id_hash = sha256($1::bytea)`,
        [Buffer.from(id)],
      )
      return rows
    })
    assert.equal(ids.filter(({ status }) => status === 'completed').length, 1)
    const sent = readLedger(program.ledger).filter(
      ({ word, transaction }) => word === 'asked' && ids.some((payment) => payment.id === transaction),
    )
    assert.equal(sent.length, at === 'after-prepare' ? 0 : 1)
  })

const makeToken = async (): Promise<string> => {
  const asked = { amount: 15_000, currency: 'TRY', origin: 'http://localhost:3000' }
  const { body } = await call('POST', '/fields/sessions', asked)
  const typed = await program.http.request('cards', 'POST', `/fields/${body.session_secret}/token`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({
      number: '4546711234567894',
      holder: 'Ayse Yilmaz',
      expiry: '12/30',
      code: '000',
    }).toString(),
  })
  return typed.body.card_token
}
const behind = (token: string) =>
  asOwner(program.ownerUrl(), async (client) => {
    const { rows } = await client.query(
      `select used_by is not null as is_claimed, card_sealed is not null as has_card, code_sealed is not null as has_code
        from fields_sessions where token_hash = sha256($1::bytea)`,
      [Buffer.from(token)],
    )
    return rows[0]
  })

const NOT_THE_WORST = PLACES.filter(([at]) => at !== 'after-call')
for (const [at] of triedPlaces(PLACES, NOT_THE_WORST))
  test(`dies ${at.replace('-', ' ')} with a card token: its key pays once, another not at all, and the card is gone`, async () => {
    await program.startIfEnded()
    const token = await makeToken()
    const body = { amount: { amount: 15_000, currency: 'TRY' }, installment: 1, card_token: token }
    const pay = (key: string) => call('POST', '/payments', body, { 'idempotency-key': key })
    await program.arm({ at, act: 'die' })
    await assert.rejects(pay(at))
    await until('it died', () => program.current().child.signalCode === 'SIGKILL')
    assert.deepEqual(await behind(token), { is_claimed: true, has_card: true, has_code: true })
    await endLeases(program.ownerUrl())
    await program.start()
    assert.equal((await pay(`${at}-other`)).body.code, 'card_token_used')
    let paid = await pay(at)
    // Before it is known how the charge ended.
    assert.deepEqual(await behind(token), { is_claimed: true, has_card: false, has_code: false })
    await program.moveClock(200)
    await until(
      'its outcome is known',
      async () => {
        paid = await pay(at)
        if (paid.status === 202) await program.moveClock(61)
        return paid.status !== 202
      },
      60_000,
    )
    assert.deepEqual([paid.status, paid.body.status], [200, 'completed'], paid.text)
    const asked = readLedger(program.ledger).filter(
      ({ word, transaction }) => word === 'asked' && transaction === paid.body.transaction_id,
    )
    assert.equal(asked.length, at === 'after-prepare' ? 0 : 1)
  })
