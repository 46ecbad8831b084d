/** A cashier's day: a payment is found and refunded in part by keyboard alone, its receipt printed, a payment link made. */
import assert from 'node:assert/strict'
import { dayOf, type Story } from '../../support/console-story.ts'
import { paymentBody } from '../../support/payments.ts'

const NAME = 'Cem Kasiyer'
const CASHIER = '00000000-0000-4000-8000-000000000081'
const MINUTE_MS = 60_000

const sell = async (story: Story, order: string): Promise<string> => {
  const body = paymentBody({ external_id: order, amount: { amount: 250_000, currency: 'TRY' } })
  const paid = await story.tell('admin', 'POST', 'cards/payments', body, { 'x-external-merchant-id': 'M-1001' })
  assert.equal(paid.status, 200, paid.text)
  return paid.body.transaction_id
}

dayOf('a cashier’s day', async (story, language) => {
  const order = `till-${language}-1`
  const id = await sell(story, order)
  const cashier = await story.signIn(NAME, language)
  const { page, words } = cashier
  const texts = words.of('payments')
  // Signed in more than five minutes ago: what moves much money asks for the person again.
  await story.team.vezne.moveClock(6 * MINUTE_MS)

  await refundByKeyboard(cashier, order)
  const paid = (await story.ask('admin', `cards/transactions/${id}`)).body
  assert.equal(paid.net_amount, 100_000)
  const refunds = (await story.ask('admin', 'cards/refunds?page_size=50')).body.items
  const refund = refunds.find((each: { transaction_id: string }) => each.transaction_id === id)
  assert.deepEqual(
    [refund.refund_amount, refund.reason_code, refund.reason, refund.created_by, refund.status],
    [150_000, 'product_defect', 'Kapağı kırık', CASHIER, 'completed'],
  )
  assert.deepEqual([...cashier.refusals], ['403 cards/payments/…/refund'])

  await page.getByRole('link', { name: texts.receipt, exact: true }).click()
  await page.getByRole('heading', { name: texts.receiptTitle }).waitFor()
  const receipt = page.getByRole('article')
  for (const text of [order, paid.auth_code, language === 'tr' ? '2.500,00' : '2,500.00', id])
    await receipt.getByText(text).first().waitFor()

  const link = await makeLink(cashier, `link-${language}`)
  const hosted = await fetch(link.address)
  assert.equal(hosted.status, 200)
  const waiting = (await story.ask('admin', `cards/transactions/${link.payment}`)).body
  assert.deepEqual([waiting.amount, waiting.external_id, waiting.payment_type], [4_990, `link-${language}`, 'link'])
  await cashier.sees(`link-${language}`)
  await cashier.signOut(NAME)
  assert.equal(cashier.refusals.size, 1)
})

type Cashier = Awaited<ReturnType<Story['signIn']>>

const refundByKeyboard = async (
  { page, words, reach, button, stepUp, done }: Cashier,
  order: string,
): Promise<void> => {
  const texts = words.of('payments')
  const common = words.of('common')
  const { keyboard } = page
  await reach(page.getByRole('link', { name: words.title('/payments'), exact: true }).first())
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: texts.title, exact: true }).waitFor()
  await reach(page.getByRole('searchbox', { name: texts.find }))
  await keyboard.type(order)
  const row = page.getByRole('link', { name: order, exact: true })
  await page.waitForURL(`**/payments?q=${order}`)
  await reach(row)
  await keyboard.press('Enter')
  await reach(button(texts.refundIt))
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: texts.refundTitle }).waitFor()
  await reach(page.getByRole('textbox', { name: new RegExp(`^${common.amount}`) }))
  await keyboard.press('Control+a')
  await keyboard.type(words.language === 'tr' ? '1.500,00' : '1,500.00')
  const reason = page.locator('select[name=reason_code]')
  await reach(reason)
  for (let steps = 0; steps < 10 && (await reason.inputValue()) !== 'product_defect'; steps++)
    await keyboard.press('ArrowDown')
  await reach(page.getByRole('textbox', { name: new RegExp(`^${texts.reasonText}`) }))
  await keyboard.type('Kapağı kırık')
  await reach(button(texts.refundIt))
  await keyboard.press('Enter')
  await stepUp()
  await done(texts.refundTitle)
  await page.getByText(texts.net).first().waitFor()
}

const makeLink = async (cashier: Cashier, order: string): Promise<{ address: string; payment: string }> => {
  const { page, words } = cashier
  const texts = words.of('links')
  await cashier.go('/links')
  await cashier.press(texts.make)
  await cashier.fill(words.of('common').amount, words.language === 'tr' ? '49,90' : '49.90')
  await cashier.fill(texts.order, order)
  await cashier.fill(texts.returnTo, 'https://shop.example/back')
  await cashier.press(texts.make)
  const made = page.getByRole('dialog', { name: texts.made })
  await made.getByRole('img', { name: texts.qr }).waitFor()
  const address = (await made.locator('code').first().textContent()) ?? ''
  const way = await made.getByRole('link', { name: texts.payment, exact: true }).getAttribute('href')
  await made
    .getByRole('button', { name: words.of('common').close })
    .last()
    .click()
  await made.waitFor({ state: 'detached' })
  return { address, payment: way?.split('/').at(-1) ?? '' }
}
