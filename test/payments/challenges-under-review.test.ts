/** A fraud review of a payment with 3D Secure: decided before or after the challenge, or never, with and without 3d/complete, and where the bank charges by itself. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { applyAlertDecision } from '../../src/payments/review/apply-payment-decision.ts'
import { GATEWAYS, openBankShop } from '../support/bank-shop.ts'
import { assertProblem } from '../support/problems.ts'
import { ALERT_LIFE_MS, openReviews, type Reviews } from '../support/reviews.ts'
import { CARDS_3D, formIn, type Started } from '../support/three-d.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const rig = use(openBankShop)
let reviews: Reviews
before(async () => {
  reviews = openReviews(rig.vezne)
})

const REVIEWED = { buyer: { email: 'review@demo.example' } }
const MANUAL = { extra_properties: { manual_complete: 'true' } }
const PAID = ['3ds.completed', 'payment.completed']
const init = (change: object = {}): Promise<Started> => rig.shop.init(CARDS_3D.challenge, { ...REVIEWED, ...change })
const passTo = async (started: Started, status: string): Promise<void> => {
  const back = await rig.shop.pass(started)
  assert.match(back.headers.location ?? '', new RegExp(`status=${status}$`))
}
/** Statements that wait for a lock. */
const waiting = async (): Promise<number> => {
  const owner = new pg.Client({ connectionString: rig.vezne.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  await owner.end()
  return rows[0]?.n ?? 0
}
const decide = async (id: string, verb: 'approve' | 'reject'): Promise<void> => {
  const answer = await reviews.decide(id, verb)
  assert.equal(answer.status, 200, answer.text)
}
const endsAs = async (id: string, status: string, events: string[], errorCode: string | null = null): Promise<void> => {
  await until(`${id} is ${status}`, async () => (await rig.shop.payment(id)).status === status)
  assert.deepEqual(await rig.types(id), events)
  assert.equal((await rig.shop.payment(id)).error_code, errorCode)
}

test('approved while the shopper is at the bank: the callback continues by itself', async () => {
  const started = await init()
  await decide(started.id, 'approve')
  assert.equal((await rig.shop.payment(started.id)).status, 'pending_3ds')
  await passTo(started, 'completed')
  await endsAs(started.id, 'completed', PAID)
})

test('approved after the challenge: it goes to the bank at once; 3d/complete has nothing to do', async () => {
  const started = await init()
  await passTo(started, 'pending_3ds')
  assertProblem(await rig.shop.complete(started.id), 'fraud_review_required')
  await decide(started.id, 'approve')
  await endsAs(started.id, 'completed', PAID)
  assertProblem(await rig.shop.complete(started.id), 'three_ds_complete_not_allowed')
})

test('approved after the challenge, and the bank declines: failed, published once', async () => {
  const started = await rig.shop.init(CARDS_3D.declined, REVIEWED)
  await passTo(started, 'pending_3ds')
  await decide(started.id, 'approve')
  await endsAs(started.id, 'failed', ['3ds.failed'], 'do_not_honor')
})

test('twenty approvals of a payment under review: one authorization', async () => {
  const started = await init()
  await passTo(started, 'pending_3ds')
  const answers = await reviews.decideTimes(started.id, 'approve', 20)
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  await endsAs(started.id, 'completed', PAID)
})

for (const when of ['before', 'after'] as const) {
  test(`manual_complete, approved ${when} the challenge: still waits for 3d/complete`, async () => {
    const started = await init(MANUAL)
    if (when === 'before') await decide(started.id, 'approve')
    await passTo(started, 'pending_3ds')
    if (when === 'after') {
      assertProblem(await rig.shop.complete(started.id), 'fraud_review_required')
      await decide(started.id, 'approve')
    }
    assert.equal((await rig.shop.transaction(started.id)).status, 'three_d_secure_auth_processing')
    assert.deepEqual(await rig.types(started.id), [])
    assert.equal((await rig.shop.complete(started.id)).body.status, 'completed')
    await endsAs(started.id, 'completed', PAID)
  })

  test(`rejected ${when} the challenge: failed, and nothing is sent`, async () => {
    const started = await init()
    if (when === 'after') await passTo(started, 'pending_3ds')
    await decide(started.id, 'reject')
    await endsAs(started.id, 'failed', ['3ds.failed'], 'fraud_blocked')
    if (when === 'before') await passTo(started, 'failed')
    assert.deepEqual(await rig.types(started.id), ['3ds.failed'])
  })
}

test('manual_complete that asked the bank itself: the consent is given, so the approval sends it', async () => {
  const started = await init(MANUAL)
  await rig.shop.enter(started.page, { code: '123456', action: 'submit' }) // the browser is closed here
  const asked = await rig.shop.complete(started.id, { need_verification: true })
  assert.deepEqual([asked.status, asked.body.status], [202, 'pending_3ds'])
  await decide(started.id, 'approve')
  await endsAs(started.id, 'completed', PAID)
})

test('without a decision it fails a day later', async () => {
  const started = await init()
  await passTo(started, 'pending_3ds')
  await rig.vezne.moveClock(ALERT_LIFE_MS)
  await endsAs(started.id, 'failed', ['3ds.failed'], 'fraud_blocked')
  await until('the alert is over', async () => (await reviews.alertOf(started.id)).status === 'expired')
})

test('approved and never completed by the shop: failed a day later, as without a review', async () => {
  const started = await init(MANUAL)
  await passTo(started, 'pending_3ds')
  await decide(started.id, 'approve')
  await rig.vezne.moveClock(ALERT_LIFE_MS)
  await endsAs(started.id, 'failed', ['3ds.failed'], 'three_ds_failed')
})

test('ended before a decision: nothing waits for an approval any more', async () => {
  const started = await init()
  await rig.vezne.moveClock(16 * 60_000)
  await endsAs(started.id, 'failed', ['3ds.failed'], 'three_ds_timeout')
  assertProblem(await reviews.decide(started.id, 'approve'), 'invalid_state_transition')
})

test('decided while the callback is being verified: it is verified again, with the decision', async () => {
  for (const [verdict, status] of [
    ['approved', 'completed'],
    ['rejected', 'failed'],
  ] as const) {
    const { id, page } = await rig.shop.init(CARDS_3D.frictionless, REVIEWED)
    const form = formIn((await rig.shop.open(page)).text)
    const { tenantId } = rig.shop
    const { db, clock } = rig.vezne.runtime
    let back: ReturnType<typeof rig.callback> | undefined
    await db.transaction({ of: tenantId }, async (tx) => {
      await tx.query('select 1 from payments where tenant_id = $1 and id = $2 for update', [tenantId, id])
      back = rig.callback(form)
      await until('the callback waits for the payment', async () => (await waiting()) > 0)
      assert.ok(await applyAlertDecision(tx, { tenant_id: tenantId, check_id: id }, verdict, clock.ms()))
    })
    assert.match((await back)?.headers.location ?? '', new RegExp(`status=${status}$`))
    await endsAs(id, status, status === 'failed' ? ['3ds.failed'] : PAID, status === 'failed' ? 'fraud_blocked' : null)
  }
})

test('decided concurrently with the callback: each ends as decided, none is left waiting', async () => {
  const verbs = Array.from({ length: 12 }, (_, n) => (n % 3 === 2 ? 'reject' : 'approve') as 'approve' | 'reject')
  const ready = await Promise.all(
    verbs.map(async (verb) => {
      const { id, page } = await rig.shop.init(CARDS_3D.frictionless, REVIEWED)
      return { id, verb, form: formIn((await rig.shop.open(page)).text) }
    }),
  )
  await Promise.all(ready.flatMap(({ id, verb, form }) => [rig.callback(form), decide(id, verb)]))
  for (const { id, verb } of ready)
    if (verb === 'approve') await endsAs(id, 'completed', PAID)
    else await endsAs(id, 'failed', ['3ds.failed'], 'fraud_blocked')
})

for (const gateway of GATEWAYS) {
  const charged = async () => {
    const started = await rig.init(await rig.useModel(gateway, '3d_pay'), CARDS_3D.frictionless, REVIEWED)
    const back = await rig.atBank(started)
    return { id: started.id, back }
  }
  test(`${gateway.code} 3d_pay: under review after the bank has charged; approved: the charge stands`, async () => {
    const { id, back } = await charged()
    assert.match((await rig.callback(back)).headers.location ?? '', /status=pending_3ds$/)
    await decide(id, 'approve')
    await endsAs(id, 'completed', PAID)
    assert.equal(await rig.netOf(gateway, id), 15_000)
  })

  test(`${gateway.code} 3d_pay: under review after the bank has charged; rejected: reversed`, async () => {
    const { id, back } = await charged()
    await rig.callback(back)
    await decide(id, 'reject')
    await endsAs(id, 'failed', ['3ds.failed'], 'fraud_blocked')
    assert.equal(await rig.netOf(gateway, id), 0)
  })

  for (const verb of ['approve', 'reject'] as const)
    test(`${gateway.code} 3d_pay: charged, and the callback never came: it waits for the review, then ${verb}`, async () => {
      const { id } = await charged()
      await rig.vezne.moveClock(16 * 60_000)
      await until(
        'the bank has been asked',
        async () => (await rig.shop.transaction(id)).status !== 'three_d_secure_init_processing',
      )
      assert.equal((await rig.shop.transaction(id)).status, 'three_d_secure_auth_processing')
      await decide(id, verb)
      await rig.vezne.moveClock(60_000)
      if (verb === 'approve') await endsAs(id, 'completed', PAID)
      else await endsAs(id, 'failed', ['3ds.failed'], 'fraud_blocked')
      assert.equal(await rig.netOf(gateway, id), verb === 'approve' ? 15_000 : 0)
    })

  test(`${gateway.code} 3d_pay: rejected before the callback came: reversed, whenever the bank charged`, async () => {
    const { id, back } = await charged()
    await decide(id, 'reject')
    await endsAs(id, 'failed', ['3ds.failed'], 'fraud_blocked')
    assert.match((await rig.callback(back)).headers.location ?? '', /status=failed$/)
    await until('given back', async () => (await rig.netOf(gateway, id)) === 0)

    const late = await rig.init(await rig.useModel(gateway, '3d_pay'), CARDS_3D.frictionless, REVIEWED)
    await decide(late.id, 'reject')
    await endsAs(late.id, 'failed', ['3ds.failed'], 'fraud_blocked')
    await rig.callback(await rig.atBank(late))
    await until('nothing stands', async () => (await rig.netOf(gateway, late.id)) === 0)
  })
}
