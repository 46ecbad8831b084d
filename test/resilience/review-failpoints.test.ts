/** The program dies at each place between the decision of a fraud alert and its end: started again, every payment ends as decided, and the bank was called once for each. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { openReviews, type Reviews, type Verb } from '../support/reviews.ts'
import { CARDS_3D, encode, formIn, formType, INIT } from '../support/three-d.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { readLedger } from './chaos/bank-ledger.ts'
import { besideTheServer } from './chaos/beside-the-server.ts'
import type { Failpoint } from './chaos/plan.ts'
import { asOwner, endLeases } from './chaos/platform-records.ts'
import type { Program } from './chaos/program.ts'
import { triedPlaces } from './chaos/tried-places.ts'

const PLACES: readonly Failpoint['at'][] = [
  'before-claim', // decided, and not applied yet
  'before-record', // taken by this process, and not yet on its way
  'after-record', // on its way, and not yet sent
  'after-call',
]
const CASES: readonly { verb: Verb; card: string; is3d: boolean }[] = [
  { verb: 'approve', card: CARDS.success, is3d: false },
  { verb: 'approve', card: CARDS.declined, is3d: false },
  { verb: 'reject', card: CARDS.success, is3d: false },
  { verb: 'approve', card: CARDS_3D.frictionless, is3d: true },
  { verb: 'reject', card: CARDS_3D.frictionless, is3d: true },
]
const VOID_PLACES: readonly Failpoint['at'][] = [
  'before-cancel', // payment and alert are locked
  'after-cancel', // written, and not yet committed
  'after-prepare', // final, and not announced yet
]
const TRIED = triedPlaces(PLACES, ['before-record', 'after-call'])
const TRIED_VOIDS = triedPlaces(VOID_PLACES, ['before-cancel'])
const TO_VOID: Case = { card: CARDS.success, is3d: false }
const PAST_THE_WINDOW_S = 200

let program: Program
let reviews: Reviews
const batches: string[][] = []
const toVoid: string[] = []
const beside = use(besideTheServer)
before(async () => {
  program = await beside.open()
  reviews = openReviews({
    request: (...given) => program.http.request(...given),
    token: (client, realm = 'tenant-demo') => program.token(realm, client),
  })
  await program.start()
  for (const place of TRIED) batches.push(await Promise.all(CASES.map((each, at) => holdOne(`${place}-${at}`, each))))
  for (const place of TRIED_VOIDS) toVoid.push(await holdOne(`void-${place}`, TO_VOID))
})

type Case = Pick<(typeof CASES)[number], 'card' | 'is3d'>
const start = async (key: string, { card, is3d }: Case) =>
  program.http.request('cards', 'POST', is3d ? INIT : '/api/v1/payments', {
    token: await program.token('tenant-demo', 'm1'),
    headers: { 'idempotency-key': key },
    body: paymentBody({
      card: { number: card },
      buyer: { email: 'review@demo.example' },
      ...(is3d ? { return_url: 'https://shop.example/back' } : {}),
    }),
  })

const holdOne = async (key: string, given: Case): Promise<string> => {
  const answer = await start(key, given)
  assert.ok(answer.body.transaction_id, answer.text)
  if (given.is3d) assert.match(await backFrom(answer), /status=pending_3ds$/)
  return answer.body.transaction_id
}

/** Where the shopper's browser ends who passes the challenge that began so. */
const backFrom = async (answer: Answer): Promise<string> => {
  const pathOf = (url: string): string => url.slice(program.urls.cards!.length)
  const page = await program.http.request('cards', 'GET', pathOf(answer.body.extra_properties.redirect_url))
  const { action, fields } = formIn(page.text)
  const sent = { body: encode(fields), headers: formType }
  const back = await program.http.request('cards', 'POST', pathOf(action), sent)
  return back.headers.location ?? ''
}

interface Row {
  status: string
  error_code: string | null
  answer_body: string | null
  events: string[]
  journal: number
}
const rowsOf = (ids: readonly string[]): Promise<Row[]> =>
  asOwner(program.ownerUrl(), async (owner) => {
    const { rows } = await owner.query<Row>(
      `select p.status, p.error_code, p.answer_body,
         (select coalesce(jsonb_agg(e.type order by e.sequence), '[]') from events e where e.resource_id = p.id) as events,
         (select count(*)::int from journal j where j.payment_id = p.id) as journal
       from payments p join unnest($1::uuid[]) with ordinality as asked (id, place) using (id) order by place`,
      [ids],
    )
    return rows
  })
const isOver = ({ status }: Row): boolean => ['completed', 'failed'].includes(status)
const timesAsked = (id: string): number =>
  readLedger(program.ledger).filter(({ word, transaction }) => word === 'asked' && transaction === id).length

for (const [at, place] of TRIED.entries())
  test(`dies ${place.replace('-', ' ')}: all end as decided, once`, async () => {
    const ids = batches[at] as string[]
    const decideAll = () =>
      Promise.all(ids.map((id, n) => reviews.decide(id, (CASES[n] as (typeof CASES)[number]).verb)))
    await program.arm({ at: place, act: 'die' })
    await decideAll().catch(() => undefined)
    await until('the place is reached', () => program.current().child.signalCode === 'SIGKILL')
    await endLeases(program.ownerUrl())

    await program.start()
    for (const { status, text } of await decideAll()) assert.ok(status === 200 || status === 409, text)
    await until('all are over', async () => {
      if ((await rowsOf(ids)).every(isOver)) return true
      await program.moveClock(PAST_THE_WINDOW_S)
      return false
    })
    for (const [n, row] of (await rowsOf(ids)).entries()) {
      const { verb, card, is3d } = CASES[n] as (typeof CASES)[number]
      const story = `${card} ${verb} ${is3d ? '3d' : 'plain'}: ${JSON.stringify(row)}`
      const asked = timesAsked(ids[n] as string)
      const isPaid = verb === 'approve' && card !== CARDS.declined
      assert.equal(row.status, isPaid ? 'completed' : 'failed', story)
      assert.equal(row.journal, isPaid ? 1 : 0, story)
      const paid = is3d ? ['3ds.completed', 'payment.completed'] : ['payment.completed']
      assert.deepEqual(row.events, isPaid ? paid : [is3d ? '3ds.failed' : 'payment.failed'], story)
      if (verb === 'reject') assert.equal(row.error_code, 'fraud_blocked', story)
      if (!is3d) assert.match(row.answer_body ?? '', isPaid ? /"completed"/ : /bank_declined|fraud_blocked/, story)
      // Under way while another process died: the bank is asked about it, and it is never sent again.
      const isSent = !is3d && verb === 'approve'
      assert.ok(asked === (isSent ? 1 : 0) || (asked === 0 && place !== 'before-claim'), `${asked} calls, ${story}`)
    }
  })

for (const [at, place] of TRIED_VOIDS.entries())
  test(`its void dies ${place.replace('-', ' ')}: cancelled once, never charged, and no longer approvable`, async () => {
    const id = toVoid[at] as string
    const askVoid = async (): Promise<Answer> =>
      program.http.request('cards', 'POST', `/api/v1/payments/${id}/void`, {
        token: await program.token('tenant-demo', 'm1'),
        headers: { 'idempotency-key': `void-${place}` },
        body: { reason: 'changed their mind' },
      })
    await program.arm({ at: place, act: 'die' })
    await askVoid().catch(() => undefined)
    await until('the place is reached', () => program.current().child.signalCode === 'SIGKILL')
    const isCommitted = place === 'after-prepare'
    assert.equal((await rowsOf([id]))[0]?.status, isCommitted ? 'canceled' : 'created')

    await program.start()
    if (isCommitted) assert.equal((await reviews.decide(id, 'approve')).status, 409)
    const told = await Promise.all([askVoid(), askVoid(), askVoid()])
    for (const { status, body, text } of told) assert.deepEqual([status, body.status], [200, 'voided'], text)
    assert.equal((await reviews.decide(id, 'approve')).status, 409)
    const paid = await start(`void-${place}`, TO_VOID)
    assert.deepEqual([paid.status, paid.body.transaction_id, paid.body.status], [200, id, 'voided'], paid.text)
    await program.moveClock(PAST_THE_WINDOW_S)
    const [row] = await rowsOf([id])
    assert.deepEqual([row?.status, row?.events, row?.journal], ['canceled', ['void.completed'], 0])
    assert.equal(timesAsked(id), 0)
    assert.equal((await reviews.alertOf(id)).status, 'expired')
  })

test('decided while its challenge is still being started: the start is recorded, and the callback meets the decision', async () => {
  await program.arm({ at: 'before-record', act: 'hold' })
  const given: Case = { card: CARDS_3D.frictionless, is3d: true }
  const answers = Promise.all(['early-approve', 'early-reject'].map((key) => start(key, given)))
  const idsOf = () =>
    asOwner(program.ownerUrl(), async (owner) => {
      const { rows } = await owner.query<{ id: string }>(
        "select id from payments where idempotency_key like '3d:early-%' order by idempotency_key",
      )
      return rows.map(({ id }) => id)
    })
  await until('both are stored', async () => (await idsOf()).length === 2)
  const [approved, rejected] = (await idsOf()) as [string, string]
  assert.equal((await reviews.decide(approved, 'approve')).status, 200)
  assert.equal((await reviews.decide(rejected, 'reject')).status, 200)
  program.current().kill('SIGCONT')
  const [first, second] = (await answers) as [Answer, Answer]
  assert.deepEqual([first.body.status, second.body.status], ['pending_3ds', 'pending_3ds'])
  assert.match(await backFrom(first), /status=completed$/)
  assert.match(await backFrom(second), /status=failed$/)
  const [paid, refused] = await rowsOf([approved, rejected])
  assert.deepEqual([paid?.events, refused?.events], [['3ds.completed', 'payment.completed'], ['3ds.failed']])
  assert.equal(refused?.error_code, 'fraud_blocked')
})
