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
  await refundByMouse(cashier, story, `till-${language}-2`)
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
  await page.goto(`${story.base}/console/payments?q=link-${language}`)
  await page.locator('tbody').getByText(words.state('awaiting_payment')).locator('visible=true').waitFor()
  await page.goto(`${story.base}/console/payments/${link.payment}`)
  await page.locator('.page-head').getByText(words.state('awaiting_payment')).waitFor()
  await cashier.signOut(NAME)
  assert.equal(cashier.refusals.size, 1)
})

/** Of 2,500.00, with a slip of the hand: the first press after a fault is corrected, or given up, does what it says. */
const refundByMouse = async (cashier: Cashier, story: Story, order: string): Promise<void> => {
  const { page, words, button } = cashier
  const texts = words.of('payments')
  const common = words.of('common')
  const id = await sell(story, order)
  await page.goto(`${story.base}/console/payments/${id}`)
  const dialog = page.getByRole('dialog', { name: texts.refundTitle })
  const typeAmount = async (amount: string): Promise<void> => {
    await page.getByRole('textbox', { name: new RegExp(`^${common.amount}`) }).fill('')
    await page.keyboard.type(amount)
  }
  await cashier.press(texts.refundIt)
  await typeAmount('999999')
  await button(common.cancel).click()
  await dialog.waitFor({ state: 'detached' })

  await cashier.press(texts.refundIt)
  await typeAmount('999999')
  await button(texts.refundIt).click()
  await page.locator('.fault').waitFor()
  await typeAmount(words.language === 'tr' ? '29,90' : '29.90')
  await button(texts.refundIt).click()
  await dialog.waitFor({ state: 'detached' })

  // What it is now, and the time line in the money of people.
  await page.locator('.page-head').getByText(words.state('partially_refunded')).waitFor()
  await cashier.sees(words.language === 'tr' ? 'Satış: 2.500,00 TRY' : 'sale of 2,500.00 TRY')
  await cashier.sees(words.language === 'tr' ? 'İade: 29,90 TRY' : 'refund of 29.90 TRY')
  assert.equal(await cashier.refusalOf(texts.voidIt), texts.voidAfterRefund)
  await page.goto(`${story.base}/console/payments?q=${order}&kind=sale`)
  await page.locator('tbody').getByText(words.state('partially_refunded')).locator('visible=true').waitFor()
}

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
