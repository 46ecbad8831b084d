/** Order links: a payment without a card, paid on the same page, once, within a day. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { CARD_SCHEMES, CARD_TYPES } from '../../src/core/schema.ts'
import { personalDataOfPayments } from '../../src/payments/personal-data/personal-data-of-payments.ts'
import { PAYMENT_LIST } from '../../src/payments/queries/payment-list.ts'
import { openShopper, refreshOf, SESSIONS, titleOf } from '../support/checkout.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { CARDS_3D, formIn } from '../support/three-d.ts'
import { until } from '../support/until.ts'

const LINK = {
  amount: 12_990,
  currency: 'TRY',
  installment: 3,
  external_id: 'L-1',
  return_url: 'https://shop.example/back?a=1',
}

const shop = useShop()
let shopper: ReturnType<typeof openShopper>
before(async () => {
  shopper = openShopper(shop)
})

const makeLink = async (change: object = {}, headers: Record<string, string> = {}) => {
  const answer = await shop.call('POST', '/payments/order-link', { ...LINK, ...change }, headers)
  assert.equal(answer.status, 200, answer.text)
  const { payment_link: link } = answer.body.extra_properties
  return {
    answer,
    id: answer.body.transaction_id as string,
    link: link as string,
    page: link.split('/').at(-1) as string,
  }
}
const confirm = async (bankPage: string) => {
  const page = await shopper.get(bankPage)
  const done =
    formIn(page.text).action === '' ? await shopper.post(bankPage, { code: '123456', action: 'submit' }) : page
  const { action, fields } = formIn(done.text)
  return shopper.post(action, fields)
}

test('made once per key, pending until a shopper pays it in instalments with 3D Secure', async () => {
  const key = { 'idempotency-key': 'link-1' }
  const made = await makeLink({}, key)
  assert.deepEqual(
    [made.answer.body.status, made.answer.body.is_success, made.answer.body.extra_properties.external_id],
    ['pending', false, 'L-1'],
  )
  assert.equal((await makeLink({}, key)).link, made.link)
  const waiting = await shop.read(made.id)
  assert.deepEqual(
    [waiting.status, waiting.payment_type, waiting.masked_card_number, waiting.card_type],
    ['processing', 'link', null, null],
  )
  assertProblem(await shop.call('GET', `${SESSIONS}/${made.page}`), 'session_not_found')
  for (const path of [`/payments/${made.id}/query`, `/payments/${made.id}/history`, '/transactions?page_size=1'])
    assert.ok((await shop.call('GET', path)).status < 500, path)
  const { internal } = (await shop.call('GET', `/payments/${made.id}/query`)).body
  assert.deepEqual([internal.masked_card_number, internal.card_holder_name, internal.card_brand], [null, null, null])
  assertProblem(await shop.follow(made.id, 'void'), 'payment_not_voidable')
  const page = await shopper.open(made.page)
  assert.match(page.text, /3 × TRY/)
  assert.ok(!page.text.includes('/cancel'))
  const bank = await shopper.pay(made.page, '4546711234567894', { installment: '3' })
  const paid = refreshOf(bank) === '' ? bank : await confirm(refreshOf(bank))
  assert.equal(titleOf(paid), 'Payment received')
  assert.equal(refreshOf(paid), `https://shop.example/back?a=1&transaction_id=${made.id}&status=completed`)
  const done = await shop.read(made.id)
  assert.deepEqual(
    [done.status, done.installment_count, done.payment_type, done.is_3d_secure],
    ['completed', 3, 'link', true],
  )
  assert.deepEqual(await shop.events(made.id), ['3ds.completed', 'payment.completed'])
  assert.deepEqual((await shop.states(made.id)).slice(0, 3), [
    'created',
    'processing',
    'three_d_secure_init_processing',
  ])
  const [check] = await shop.rows('select variables from fraud_checks where id = $1', [made.id])
  assert.match(JSON.stringify(check), /link/)
  assert.equal(titleOf(await shopper.pay(made.page, CARDS_3D.frictionless, { attempt: '2' })), 'Payment received')
  assert.equal((await shop.follow(made.id, 'refund', { amount: 90 })).status, 200)
})

test('one try: a refused challenge fails the payment; a mistyped number is no try', async () => {
  const { id, page } = await makeLink()
  assert.equal((await shopper.pay(page, '4546711234567895')).status, 422)
  const bank = await shopper.pay(page, CARDS_3D.failed)
  const failed = await confirm(refreshOf(bank))
  assert.equal(titleOf(failed), 'The payment did not succeed')
  assert.match(refreshOf(failed), new RegExp(`transaction_id=${id}&status=failed`))
  assert.deepEqual(await shop.events(id), ['3ds.failed'])
  assert.equal(titleOf(await shopper.pay(page, CARDS_3D.frictionless, { attempt: '2' })), 'The payment did not succeed')
})

test('two tabs at once: one payment', async () => {
  const { id, page } = await makeLink()
  await Promise.all([1, 2, 3].map(() => shopper.pay(page, CARDS_3D.frictionless)))
  const bank = await shopper.open(page)
  const link = /class="pay" href="([^"]*sandbox[^"]*)"/.exec(bank.text)?.[1] as string
  assert.equal(titleOf(await confirm(link)), 'Payment received')
  assert.equal((await shop.states(id)).filter((state) => state === 'completed').length, 1)
})

test('a day later it has failed, with its event, and its page says that the time is over', async () => {
  const { id, page } = await makeLink()
  await shop.vezne.moveClock(24 * 3_600_000 + 1_000)
  await until('the link has run out', async () => (await shop.read(id)).status === 'failed')
  const payment = (await shop.call('GET', `/payments/${id}`)).body
  assert.deepEqual([payment.status, payment.error_code], ['failed', 'session_expired'])
  assert.deepEqual(await shop.events(id), ['payment.failed'])
  const [event] = await shop.rows(`select body from events where body::jsonb #>> '{data,transaction_id}' = $1`, [id])
  const { masked_card_number, card_brand } = JSON.parse(event.body).data
  assert.deepEqual({ masked_card_number, card_brand }, { masked_card_number: null, card_brand: null })
  assert.equal(titleOf(await shopper.pay(page, CARDS_3D.frictionless)), 'The time for this payment is over')
})

test('filters by scheme and type of the card find no payment that has none, before it is paid and when it is not', async () => {
  const { id } = await makeLink({ external_id: 'L-filter' })
  const found = async (filter: string): Promise<string[]> => {
    const { body, text } = await shop.call('GET', `/transactions?external_id=L-filter&${filter}`)
    assert.ok(Array.isArray(body?.items), text)
    return body.items.map((each: { id: string }) => each.id)
  }
  const every = [
    ...CARD_TYPES.map((each) => `card_type=${each}`),
    ...CARD_SCHEMES.map((each) => `card_schema_type=${each}`),
  ]
  const check = async (): Promise<void> => {
    for (const filter of every) assert.deepEqual(await found(filter), [], filter)
    assert.deepEqual(await found('payment_type=link'), [id])
  }
  await check()
  await shop.vezne.moveClock(24 * 3_600_000 + 1_000)
  await until('the link has run out', async () => (await shop.read(id)).status === 'failed')
  await check()
})

test('whom a link was for is found with its payment, paid or not, and erased with it', async () => {
  const { id } = await makeLink({ customer_email: 'Link@Person.example', customer_phone: '+905550001133' })
  await shop.vezne.moveClock(24 * 3_600_000 + 1_000)
  await until('the link has run out', async () => (await shop.read(id)).status === 'failed')
  const { clock, db, sealer } = shop.vezne.runtime
  const [{ tenant_id: tenantId }] = await shop.rows('select tenant_id from payments where id = $1', [id])
  const sought = { mark: 'email', text: 'link@person.example' } as const
  const lot = { runtime: { clock, sealer }, tenantId, sought, after: null }
  const erasing = personalDataOfPayments(PAYMENT_LIST)
  const [record] = (await db.transaction({ of: tenantId }, (tx) => erasing.find({ ...lot, tx }))).records
  assert.equal((record as { transaction_id: string } | undefined)?.transaction_id, id)
  await db.transaction({ of: tenantId }, (tx) => erasing.erase({ ...lot, tx }))
  const [row] = await shop.rows('select request_body, buyer_email_key from payments where id = $1', [id])
  assert.equal(row.buyer_email_key, null)
  assert.doesNotMatch(row.request_body, /person\.example|33"/i)
})

test('what it takes', async () => {
  const make = (change: object) => shop.call('POST', '/payments/order-link', { ...LINK, ...change })
  assertProblem(await make({ amount: 99 }), 'invalid_amount')
  assertProblem(await make({ currency: 'JPY' }), 'invalid_currency')
  assertProblem(await make({ amount: 1_000, installment: 12 }), 'invalid_installment')
  assertProblem(await make({ return_url: undefined }), 'bad_request', /^return_url: /)
  assertProblem(await make({ return_url: 'ftp://x' }), 'invalid_callback_url')
  assertProblem(await make({ amont: 5 }), 'bad_request')
})
