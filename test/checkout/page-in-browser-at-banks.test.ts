/** The hosted page with 3D Secure at the gateways of real banks, which the bank simulator implements: `npm run checks -- checkout-pages`. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { type BankProcess, startBank } from '../support/bank.ts'
import { GATEWAYS } from '../support/bank-shop.ts'
import { hasBrowser, openBrowser, reportPagesOfFailures, visit } from '../support/browser.ts'
import { createSession, paymentsOf, readSession } from '../support/checkout.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { CARDS_3D } from '../support/three-d.ts'

const skip = hasBrowser && process.env.VEZNE_AXE !== undefined ? false : 'npm run checks -- checkout-pages'

let shop: Shop
let bank: BankProcess
let browser: Browser
reportPagesOfFailures()
before(async () => {
  if (skip) return
  shop = await openShop()
  bank = await startBank({ port: shop.vezne.config.ports.bank })
  browser = await openBrowser()
})
after(async () => {
  if (skip) return
  await browser.close()
  await bank.stop()
  await shop.vezne.stop()
})

/** Payments of this amount go to this bank, in this model of 3D Secure. */
const routeTo = async (code: string, model: string, amount: number): Promise<void> => {
  const id = await shop.configurationOf(code)
  await shop.own(
    `update connector_configurations set extra_properties = extra_properties || jsonb_build_object('three_d_model', $2::text) where id = $1`,
    [id, model],
  )
  const rule = {
    name: `${code} ${model}`,
    target_connector_config_id: id,
    min_amount: amount,
    max_amount: amount,
    priority: 1,
  }
  const made = await shop.call('POST', '/routing-rules', rule)
  assert.equal(made.status, 201, made.text)
}

let amount = 20_000
for (const { code } of GATEWAYS)
  for (const model of ['3d_secure', '3d_pay'])
    for (const javaScriptEnabled of [true, false])
      test(`${code}, ${model}, script ${javaScriptEnabled ? 'on' : 'off'}: given up at the bank, then paid`, {
        skip,
      }, async () => {
        amount += 100
        await routeTo(code, model, amount)
        const { session_id: id, checkout_url: url } = await createSession(shop, { amount })
        const { page, complaints, close } = await visit(browser, { javaScriptEnabled, locale: 'en-GB' })
        const toBank = async (): Promise<void> => {
          await page.locator('#number').fill(CARDS_3D.challenge)
          await page.locator('#holder').fill('Ayşe Yılmaz')
          await page.locator('#expiry').fill('12/30')
          await page.locator('#code').fill('000')
          await page.locator('button.pay').click()
          await onwards()
          await page.getByLabel('Confirmation code').waitFor()
        }
        /** Forms between us and the bank, which a script would send. */
        const onwards = async (): Promise<void> => {
          if (!javaScriptEnabled) await page.locator('form button').first().click()
        }
        await page.goto(url)
        await toBank()
        await page.getByRole('button', { name: 'Cancel' }).click()
        await onwards()
        await page.locator('#number').waitFor()
        await toBank()
        await page.getByLabel('Confirmation code').fill('123456')
        await page.getByRole('button', { name: 'Confirm' }).click()
        await onwards()
        await page.getByRole('heading', { name: 'Payment received' }).waitFor()
        const payments = await paymentsOf(shop, id)
        assert.deepEqual(
          payments.map(({ status, connector_code }) => [status, connector_code]),
          [
            ['failed', code],
            ['completed', code],
          ],
        )
        assert.equal((await readSession(shop, id)).status, 'completed')
        assert.deepEqual(
          complaints.filter((text) => !/status of 4(22|04)|favicon/.test(text)),
          [],
        )
        await close()
      })
