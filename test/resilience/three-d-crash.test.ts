/** The program dies between the steps of 3D Secure, or several are at work: each payment ends as if nothing had happened, charged at most once. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { paymentBody } from '../support/payments.ts'
import { CARDS_3D, encode, formIn, formType, INIT } from '../support/three-d.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { besideTheServer } from './chaos/beside-the-server.ts'
import type { Failpoint } from './chaos/plan.ts'
import { endLeases } from './chaos/platform-records.ts'
import { asLoad, type Program } from './chaos/program.ts'
import { triedPlaces } from './chaos/tried-places.ts'

const beside = use(besideTheServer)
let program: Program
before(async () => {
  program = await beside.open()
})

const merchant = { 'x-external-merchant-id': 'M-3001' }
const init = (key: string, card: string) =>
  asLoad(program, 'POST', INIT, {
    headers: { ...merchant, 'idempotency-key': key },
    body: paymentBody({ card: { number: card }, return_url: 'https://shop.example/back' }),
  })
const pathOf = (url: string): string => url.slice(program.urls.cards!.length)
const read = async (id: string) => (await asLoad(program, 'GET', `/api/v1/payments/${id}`)).body

interface Row {
  id: string
  status: string
  error_code: string | null
  events: string[]
  journal: number
}
const stored = async (): Promise<Row[]> => {
  const owner = new pg.Client({ connectionString: program.ownerUrl() })
  await owner.connect()
  const { rows } = await owner.query<Row>(
    `select p.id, p.status, p.error_code,
       (select coalesce(jsonb_agg(e.type order by e.sequence), '[]') from events e where e.resource_id = p.id) as events,
       (select count(*)::int from journal j where j.payment_id = p.id) as journal
     from payments p where p.secure_type <> 'non_3d' order by p.id desc`,
  )
  await owner.end()
  return rows
}
const died = () => until('it died', () => program.current().child.signalCode === 'SIGKILL')
const startAgain = async (): Promise<void> => {
  await endLeases(program.ownerUrl())
  await program.start()
}

test('init dies before its record: failed, no shopper was redirected to the bank, and a repeat gets the failure', async () => {
  await program.arm({ at: 'before-record', act: 'die' })
  await init('init-before', CARDS_3D.challenge).catch(() => undefined)
  await died()
  await startAgain()
  await program.moveClock(5)
  await until('settled', async () => (await stored())[0]?.status === 'failed')
  const [row] = await stored()
  assert.deepEqual([row!.error_code, row!.events, row!.journal], ['three_ds_init_exception', ['payment.failed'], 0])
  const again = await init('init-before', CARDS_3D.challenge)
  assert.deepEqual([again.status, again.body.code], [422, 'payment_failed'])
})

test('init dies after its record: the repeat leads the shopper on, and the payment is made', async () => {
  await program.arm({ at: 'after-record', act: 'die' })
  await init('init-after', CARDS_3D.frictionless).catch(() => undefined)
  await died()
  await startAgain()
  const { body } = await init('init-after', CARDS_3D.frictionless)
  assert.equal(body.status, 'pending_3ds')
  const form = formIn((await program.http.request('cards', 'GET', pathOf(body.extra_properties.redirect_url))).text)
  const back = await program.http.request('cards', 'POST', pathOf(form.action), {
    body: encode(form.fields),
    headers: formType,
  })
  assert.match(back.headers.location ?? '', /status=completed$/)
})

const DEATHS: [at: Failpoint['at'], card: string, status: string, events: string[], journal: number][] = [
  ['before-record', CARDS_3D.frictionless, 'completed', ['3ds.completed', 'payment.completed'], 1],
  ['before-record', CARDS_3D.failed, 'failed', ['3ds.failed'], 0],
  ['after-record', CARDS_3D.frictionless, 'completed', ['3ds.completed', 'payment.completed'], 1],
]
for (const [at, card, status, events, journal] of triedPlaces(DEATHS, DEATHS.slice(2)))
  test(`the callback dies ${at.replace('-', ' ')} of its outcome: ${status} in the end, announced once`, async () => {
    await program.startIfEnded()
    const { body } = await init(`callback-${at}-${status}`, card)
    const form = formIn((await program.http.request('cards', 'GET', pathOf(body.extra_properties.redirect_url))).text)
    const callback = () =>
      program.http.request('cards', 'POST', pathOf(form.action), { body: encode(form.fields), headers: formType })
    await program.arm({ at, act: 'die' })
    await callback().catch(() => undefined)
    await died()
    await startAgain()
    // The shopper's browser tries again while the job asks the bank.
    assert.equal((await callback()).status, 303)
    await program.moveClock(5)
    await until('settled', async () => (await read(body.transaction_id)).status === status)
    assert.match((await callback()).headers.location ?? '', new RegExp(`status=${status}$`))
    const row = (await stored()).find(({ id }) => id === body.transaction_id)!
    assert.deepEqual([row.events, row.journal], [events, journal])
  })

test('fifty callbacks at once over two processes: one authorization, announced once, all redirected to the same URL', async () => {
  await program.startIfEnded()
  const other = await beside.open()
  await other.start()
  const { body } = await init('two-processes', CARDS_3D.frictionless)
  const form = formIn((await program.http.request('cards', 'GET', pathOf(body.extra_properties.redirect_url))).text)
  const sent = { body: encode(form.fields), headers: formType }
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      (at % 2 === 0 ? program : other).http.request('cards', 'POST', pathOf(form.action), sent),
    ),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([303]))
  assert.equal(new Set(answers.map(({ headers }) => headers.location)).size, 1)
  assert.match(answers[0]!.headers.location ?? '', /status=completed$/)
  const row = (await stored()).find(({ id }) => id === body.transaction_id)!
  assert.deepEqual([row.events, row.journal], [['3ds.completed', 'payment.completed'], 1])
})
