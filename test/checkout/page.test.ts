/** The hosted page without script, from the first byte to paid: what a shopper may do, in whatever order, ends in one payment at most and a page that says the truth. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { createSession, openShopper, paymentsOf, readSession, refreshOf, titleOf } from '../support/checkout.ts'
import { CARDS } from '../support/payments.ts'
import { useShop } from '../support/shop.ts'
import { CARDS_3D, formIn } from '../support/three-d.ts'

const ADDRESSES = { success_url: 'https://shop.example/ok?basket=7', cancel_url: 'https://shop.example/no' }
const NON_3D = { payment_mode: 'non_3d', ...ADDRESSES }

const shop = useShop()
let shopper: ReturnType<typeof openShopper>
before(async () => {
  shopper = openShopper(shop)
})

test('paid at once: the page, the result, and the way back to the shop', async () => {
  const { session_id: id } = await createSession(shop, {
    ...NON_3D,
    allowed_installments: [1, 3],
    description: 'Kitap',
  })
  const page = await shopper.open(id)
  assert.equal(page.status, 200)
  for (const part of ['cc-number', 'cc-exp', 'cc-csc', 'inputmode="numeric"', 'TRY', 'Kitap', '3 × TRY'])
    assert.ok(page.text.includes(part), part)
  const paid = await shopper.pay(id, '4546 7112 3456 7894', { installment: '3' })
  assert.deepEqual([paid.status, titleOf(paid)], [200, 'Payment received'])
  assert.equal(refreshOf(paid), `https://shop.example/ok?basket=7&session_id=${id}&status=completed`)
  const [payment] = await paymentsOf(shop, id)
  assert.deepEqual([payment.status, payment.installment_count, payment.ip_address], ['completed', 3, '127.0.0.1'])
  // Reload, back button and the form sent once more.
  for (const again of [
    await shopper.open(id),
    await shopper.pay(id, CARDS.success),
    await shopper.pay(id, CARDS.success, { attempt: '2' }),
  ])
    assert.equal(titleOf(again), 'Payment received')
  assert.equal((await shopper.cancel(id)).status, 200)
  assert.equal((await readSession(shop, id)).status, 'completed')
  assert.equal((await paymentsOf(shop, id)).length, 1)
})

test('what is wrong is said at its field, and neither number nor code is ever shown again', async () => {
  const { session_id: id } = await createSession(shop, NON_3D)
  const answer = await shopper.pay(id, '4546711234567895', {
    expiry: '13/30',
    code: '77',
    holder: 'Ali "><script>alert(1)</script>',
  })
  assert.equal(answer.status, 422)
  assert.match(answer.text, /id="number"[^>]*aria-invalid="true"/)
  assert.equal(answer.text.match(/aria-invalid="true"/g)?.length, 1)
  assert.match(answer.text, /id="code"[^>]*value=""/)
  assert.ok(answer.text.includes('Ali &quot;&gt;&lt;script&gt;alert(1)'))
  assert.ok(!answer.text.includes('4546711234567895') && !answer.text.includes('<script>alert'))
  assert.match(answer.text, /role="alert"[^>]*>[^<]*<a href="#number">/)
  assert.equal((await readSession(shop, id)).attempt_count, 0)
  assert.equal(titleOf(await shopper.pay(id, CARDS.success)), 'Payment received')
})

test('declined twice, then paid; three declines close the page', async () => {
  const { session_id: id } = await createSession(shop, NON_3D)
  const first = await shopper.pay(id, CARDS.insufficient)
  assert.match(first.text, /does not have enough limit/)
  assert.match(first.text, /name="attempt" value="2"/)
  assert.match(first.text, /2 tries are left/)
  // The form of the first try, sent again from another tab: it pays nothing.
  assert.match((await shopper.pay(id, CARDS.success)).text, /name="attempt" value="2"/)
  assert.match((await shopper.pay(id, CARDS.declined, { attempt: '2' })).text, /One try is left/)
  assert.equal(titleOf(await shopper.pay(id, CARDS.success, { attempt: '3' })), 'Payment received')
  const { session_id: lost } = await createSession(shop, NON_3D)
  for (const attempt of ['1', '2']) await shopper.pay(lost, CARDS.declined, { attempt })
  const closed = await shopper.pay(lost, CARDS.declined, { attempt: '3' })
  assert.equal(titleOf(closed), 'The payment did not succeed')
  assert.equal(refreshOf(closed), `https://shop.example/no?session_id=${lost}&status=failed`)
})

/** The bank's page as a browser without script: the code, and the form back to us. */
const confirm = async (bankPage: string, fields: Record<string, string> = { code: '123456', action: 'submit' }) => {
  const page = await shopper.get(bankPage)
  const done = formIn(page.text).action === '' ? await shopper.post(bankPage, fields) : page
  const { action, fields: sent } = formIn(done.text)
  return shopper.post(action, sent)
}

test('with 3D Secure in the same window: passed, cancelled at the bank, refused, and a callback that comes late', async () => {
  const { session_id: id } = await createSession(shop, ADDRESSES)
  const bank = await shopper.pay(id, CARDS_3D.challenge)
  assert.equal(titleOf(bank), 'Your bank wants to confirm it is you')
  const [row] = await shop.rows('select return_url from three_d_sessions where payment_id = $1', [
    (await paymentsOf(shop, id))[0].id,
  ])
  assert.ok(!row.return_url.includes(id))
  // A second tab sees the same, and cannot pay beside it.
  assert.equal(titleOf(await shopper.open(id)), 'Your bank wants to confirm it is you')
  assert.equal(titleOf(await shopper.pay(id, CARDS.success, { attempt: '2' })), 'Your bank wants to confirm it is you')
  const cancelled = await confirm(refreshOf(bank), { action: 'cancel' })
  assert.match(cancelled.text, /You cancelled at your bank/)
  const refused = await shopper.pay(id, CARDS_3D.failed, { attempt: '2' })
  assert.match((await confirm(refreshOf(refused))).text, /could not confirm that it was you/)
  const last = await shopper.pay(id, CARDS_3D.challenge, { attempt: '3' })
  const bankPage = refreshOf(last)
  const done = await shopper.post(bankPage, { code: '123456', action: 'submit' })
  const { action, fields } = formIn(done.text)
  const paid = await shopper.post(action, fields)
  assert.equal(titleOf(paid), 'Payment received')
  assert.equal(titleOf(await shopper.post(action, fields)), 'Payment received')
  const payments = await paymentsOf(shop, id)
  assert.deepEqual(
    payments.map(({ status }) => status),
    ['failed', 'failed', 'completed'],
  )
})

test('back from the bank for another card: the first try is given up, and its late callback charges nothing', async () => {
  const { session_id: id } = await createSession(shop, ADDRESSES)
  const bankPage = refreshOf(await shopper.pay(id, CARDS_3D.challenge))
  const done = await shopper.post(bankPage, { code: '123456', action: 'submit' })
  const late = formIn(done.text)
  const again = await shopper.post(`/checkout/${id}/other-card`, { lang: 'en' })
  assert.match(again.text, /name="attempt" value="2"/)
  const paid = await confirm(refreshOf(await shopper.pay(id, CARDS_3D.frictionless, { attempt: '2' })))
  assert.equal(titleOf(paid), 'Payment received')
  assert.equal(titleOf(await shopper.post(late.action, late.fields)), 'Payment received')
  const payments = await paymentsOf(shop, id)
  assert.deepEqual(
    payments.map(({ status }) => status),
    ['failed', 'completed'],
  )
  // Paid: there is nothing to give up any more.
  assert.equal(titleOf(await shopper.post(`/checkout/${id}/other-card`, { lang: 'en' })), 'Payment received')
})

test('time runs out: before the form is sent, and in the midst of 3D Secure', async () => {
  const { session_id: early } = await createSession(shop, ADDRESSES)
  const { session_id: late } = await createSession(shop, ADDRESSES)
  await shop.vezne.moveClock(29 * 60_000)
  const bank = await shopper.pay(late, CARDS_3D.challenge)
  await shop.vezne.moveClock(2 * 60_000)
  assert.equal(titleOf(await shopper.pay(early, CARDS.success)), 'The time for this payment is over')
  assert.equal((await paymentsOf(shop, early)).length, 0)
  // It went to the bank in time, so it is paid.
  assert.equal(titleOf(await shopper.open(late)), 'Your bank wants to confirm it is you')
  assert.equal(titleOf(await confirm(refreshOf(bank))), 'Payment received')
  assert.equal((await readSession(shop, late)).status, 'completed')
})

test('cancelled: nothing is paid afterwards, whatever an old tab sends', async () => {
  const { session_id: id } = await createSession(shop, NON_3D)
  const gone = await shopper.cancel(id)
  assert.deepEqual(
    [titleOf(gone), refreshOf(gone)],
    ['You cancelled the payment', `https://shop.example/no?session_id=${id}&status=cancelled`],
  )
  assert.equal(titleOf(await shopper.pay(id, CARDS.success)), 'You cancelled the payment')
  assert.deepEqual([(await paymentsOf(shop, id)).length, (await readSession(shop, id)).status], [0, 'cancelled'])
})

test('two tabs send at the same moment: one payment, and both pages say so', async () => {
  const { session_id: id } = await createSession(shop, NON_3D)
  await Promise.all([1, 2, 3].map(() => shopper.pay(id, CARDS.success)))
  assert.equal(titleOf(await shopper.open(id)), 'Payment received')
  assert.equal((await paymentsOf(shop, id)).length, 1)
})

test('no answer from the bank: the page waits, and nothing else can be paid', async () => {
  const { session_id: id } = await createSession(shop, NON_3D)
  const waiting = await shopper.pay(id, CARDS.timeout)
  assert.match(titleOf(waiting), /We are waiting|Payment received|To pay/)
  const [payment] = await paymentsOf(shop, id)
  if (payment.status === 'processing') {
    assert.match(waiting.text, /Do not pay again/)
    assert.match(refreshOf(waiting), new RegExp(id))
    assert.equal(titleOf(await shopper.pay(id, CARDS.success, { attempt: '2' })), titleOf(waiting))
  }
})

test('in Turkish by the browser, in English by the switch; headers are strict, and nothing comes from elsewhere', async () => {
  const { session_id: id } = await createSession(shop, {
    ...NON_3D,
    merchant_name: 'A</title><script>x</script>',
    description: '<img src=x>',
  })
  const page = await openShopper(shop, 'tr-TR,tr;q=0.9,en;q=0.5').open(id)
  assert.match(page.text, /<html lang="tr">/)
  assert.match(page.text, /Kart numarası/)
  assert.ok(!page.text.includes('<script>x') && !page.text.includes('<img src=x>'))
  const other = /class="language" href="([^"]*)"/.exec(page.text)?.[1] as string
  assert.match((await shopper.get(other)).text, /Card number/)
  const policy = String(page.headers['content-security-policy'])
  assert.ok(
    !policy.includes('unsafe') && policy.includes("frame-ancestors 'none'") && policy.includes("form-action 'self'"),
  )
  assert.deepEqual(
    ['cache-control', 'referrer-policy', 'x-frame-options', 'x-content-type-options'].map((name) => page.headers[name]),
    ['no-store', 'no-referrer', 'DENY', 'nosniff'],
  )
  assert.match(String(page.headers['permissions-policy']), /camera=\(\)/)
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]*)" integrity="(sha384-[^"]*)"/g)]
  assert.equal(loaded.length, 2)
  let bytes = Buffer.byteLength(page.text)
  for (const [, address = '', integrity] of loaded) {
    const asset = await shopper.get(address)
    assert.equal(`sha384-${createHash('sha384').update(asset.text).digest('base64')}`, integrity)
    bytes += Buffer.byteLength(asset.text)
  }
  assert.ok(bytes < 30_000, `${bytes} bytes`)
  assert.equal([...page.text.matchAll(/<script\b/g)].length, 1)
  assert.ok(!/https?:\/\//.test(page.text.replaceAll(/<a [^>]*>/g, '')), page.text)
})

test('the first digits of a card name it, and leave the instalments it may take', async () => {
  const { session_id: id } = await createSession(shop, { ...NON_3D, allowed_installments: [1, 3, 6] })
  const ask = (digits: string) => shopper.post(`/checkout/${id}/card`, { digits })
  const credit = (await ask('45467112')).body
  assert.deepEqual([credit.scheme, credit.installments], ['Visa', [1, 3, 6]])
  assert.ok(credit.bank)
  assert.deepEqual((await ask(CARDS.debit.slice(0, 8))).body.installments, [1])
  assert.deepEqual((await ask('4546')).body.scheme, null)
})
