/** A real shopper with a foreign card at the hosted page, without script: which currency is charged is chosen by a button. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { hasBrowser, openBrowser, reportPagesOfFailures, visit } from '../support/browser.ts'
import { createSession } from '../support/checkout.ts'
import { inspect } from '../support/inspected-page.ts'
import { CARDS } from '../support/payments.ts'
import { openShop, type Shop } from '../support/shop.ts'

const skip = hasBrowser ? false : 'name a browser in VEZNE_TEST_BROWSER'
const PHONE = { viewport: { width: 320, height: 700 }, locale: 'tr-TR' }

let shop: Shop
let browser: Browser
reportPagesOfFailures()
before(async () => {
  if (skip) return
  shop = await openShop()
  browser = await openBrowser()
})
after(async () => {
  if (skip) return
  await browser.close()
  await shop.vezne.stop()
})

test('two buttons with their amounts, neither chosen beforehand; the receipt shows both', { skip }, async () => {
  const { checkout_url: url } = await createSession(shop, { payment_mode: 'non_3d', extra_properties: { dcc: 'true' } })
  const shopper = await visit(browser, { ...PHONE, javaScriptEnabled: false })
  const { page } = shopper
  await page.goto(url)
  await page.locator('#number').fill(CARDS.foreign)
  await page.locator('#holder').fill('Jane Doe')
  await page.locator('#expiry').fill('12/30')
  await page.locator('#code').fill('000')
  await page.locator('button.pay').click()
  await page.getByRole('heading', { name: 'Hangi para biriminde ödemek istersiniz?' }).waitFor()
  // Frames are drawn for scripts alone: another visitor of the same page looks at it.
  const looking = await visit(browser, PHONE)
  await looking.page.goto(url)
  await looking.page.getByRole('heading', { name: 'Hangi para biriminde ödemek istersiniz?' }).waitFor()
  await inspect(looking, 'currency-tr-phone')
  await looking.close()
  assert.deepEqual(await page.locator('button.pay').allInnerTexts(), ['Öde $3,86', 'Öde ₺150,00'])
  await page.getByRole('button', { name: 'Öde $3,86' }).click()
  await page.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()
  await page.getByText('1 USD = 40,0000 TRY').waitFor()
  await shopper.close()
})
