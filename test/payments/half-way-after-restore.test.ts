/** A payment that the backup has in the middle of its attempts: each attempt that may have followed at a bank is asked about. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, before, test } from 'node:test'
import { freePort } from '../../src/infra/process/free-ports.ts'
import { endRestored, losePayment, openRestored } from '../support/after-restore.ts'
import { startBank } from '../support/bank.ts'
import { booksOf } from '../support/bank-books.ts'
import type { Answer } from '../support/http.ts'
import { openShops, useGatewaysOnly, withoutGateways } from '../support/lost-hours.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const shop = useShop()
const bank = use(() => startBank({ port: shop.vezne.config.ports.bank }))
const shops = () => openShops(shop.vezne, bank)
before(() => useGatewaysOnly(shops()))
afterEach(() => endRestored(shop))

const pay = (key: string): Promise<Answer> => shops().send('/payments', paymentBody({}), key)
const storedOf = async (id: string) =>
  (await shop.rows('select status, attempt_no, connector_code, key_reference from payments where id = $1', [id]))[0]

/** By the fallback, while the first bank cannot be reached. */
const payByFallback = async (): Promise<string> => {
  const answers: Answer[] = []
  await withoutGateways(shops(), ['NEST_PAY'], async () => void answers.push(await pay(randomUUID())))
  const [answer] = answers
  assert.ok(answer?.status === 200, answer?.text ?? 'no answer')
  return answer.body.transaction_id
}

/** A restore: the row is again as it was after this attempt, which was sent or not. */
const turnBack = async (id: string, attemptNo: number, isUnsent: boolean): Promise<void> => {
  const { NEST_PAY: nestpay } = await shops().configurations()
  await openRestored(shop) // before the row is due
  await shop.own('alter table payments disable trigger guard_payment', [])
  await shop.own(
    `update payments set status = 'processing', captured = 0, completed_at = null, sequence = 0, attempt_no = $2, configuration_id = $3,
       connector_code = 'NEST_PAY', provider_transaction_id = null, auth_code = null, host_reference = null, bank_code = null,
       error_code = $4, answer_status = null, answer_body = null, next_inquiry_at = now() + interval '10 minutes',
       history = jsonb_path_query_array(history, '$[0 to 1]') where id = $1`,
    [id, attemptNo, nestpay, isUnsent ? 'connector_unavailable' : null],
  )
  await shop.own('alter table payments enable trigger guard_payment', [])
  await shop.own('delete from journal where payment_id = $1', [id])
  await shop.own('delete from events where resource_id = $1', [id])
}

const untilKnown = (id: string): Promise<void> =>
  until('its outcome is known', async () => {
    await shop.vezne.moveClock(60_000)
    return (await storedOf(id)).status !== 'processing'
  })

test('sent to one bank in the backup, charged by its fallback since', async () => {
  const id = await payByFallback()
  const charged = await storedOf(id)
  assert.deepEqual([charged.attempt_no, charged.connector_code], [1, 'GARANTI_VPOS'])
  const books = await booksOf({ bank })
  await turnBack(id, 1, false)
  await untilKnown(id)
  assert.deepEqual(await storedOf(id), charged)
  assert.deepEqual(await booksOf({ bank }), books)
  assert.deepEqual(await shop.events(id), ['payment.completed'])
})

test('a fallback that does not say keeps the payment open', async () => {
  const id = await payByFallback()
  const charged = await storedOf(id)
  const inquiries = async (): Promise<number> =>
    (await shop.rows('select inquiry_count from payments where id = $1', [id]))[0].inquiry_count
  const asked = await inquiries()
  await withoutGateways(shops(), ['GARANTI_VPOS'], async () => {
    await turnBack(id, 1, false)
    await until('it was asked about three times', async () => {
      await shop.vezne.moveClock(10 * 60_000)
      return (await inquiries()) >= asked + 3
    })
  })
  assert.equal((await storedOf(id)).status, 'processing')
  await untilKnown(id)
  assert.deepEqual(await storedOf(id), charged)
})

/** The bank refuses connections three times, then the key is repeated once more. */
const payAfterThreeRefusals = async (): Promise<{ send: () => Promise<Answer>; id: string }> => {
  const { NEST_PAY: connector_configuration_id } = await shops().configurations()
  const body = paymentBody({ extra_properties: { connector_configuration_id } })
  const [key, send] = [randomUUID(), () => shops().send('/payments', body, key)]
  const repeatThrice = async (): Promise<void> => {
    for (let n = 0; n < 3; n++) assertProblem(await send(), 'connector_unavailable')
  }
  await withoutGateways(shops(), ['NEST_PAY'], repeatThrice, `http://127.0.0.1:${await freePort()}/closed`)
  const paid = await send()
  assert.equal(paid.status, 200, paid.text)
  return { send, id: paid.body.transaction_id }
}

const LOSSES: Record<string, (id: string) => Promise<void>> = {
  'in the backup': (id) => turnBack(id, 1, true),
  'and lost with it': async (id) => {
    await openRestored(shop)
    await losePayment(shop, id)
  },
}
for (const [how, forget] of Object.entries(LOSSES))
  test(`not sent three times, ${how}, charged by the repeat after it: its key finds that attempt`, async () => {
    const { send, id } = await payAfterThreeRefusals()
    const charged = await storedOf(id)
    assert.equal(charged.attempt_no, 1, 'no bank knows the reference of what was not sent')
    const books = await booksOf({ bank })
    await forget(id)
    const again = await send()
    assert.deepEqual([again.status, again.body.status], [200, 'completed'], again.text)
    assert.deepEqual(await storedOf(again.body.transaction_id), charged)
    assert.deepEqual(await booksOf({ bank }), books)
  })
