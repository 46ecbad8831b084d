/** The bank's challenge page in a real browser: under its own policy, with script and without. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { type BankProcess, MORNING, startBank } from '../support/bank.ts'
import { hasBrowser, openBrowser, reportPagesOfFailures, visit } from '../support/browser.ts'
import { until } from '../support/until.ts'
import { gatewayForm, openShop, type Shop, visitGateway } from './shopper.ts'

let bank: BankProcess
let shop: Shop
let browser: Browser
reportPagesOfFailures()
before(async () => {
  if (!hasBrowser) return
  bank = await startBank({ now: MORNING })
  shop = await openShop()
  browser = await openBrowser()
})
after(async () => {
  if (!hasBrowser) return
  await browser.close()
  await shop.close()
  await bank.stop()
})

for (const javaScriptEnabled of [true, false])
  test(`a wrong code, the right one, and back to the shop, script ${javaScriptEnabled ? 'on' : 'off'}`, {
    skip: !hasBrowser,
  }, async () => {
    const form = gatewayForm(`W-${javaScriptEnabled}`, { pan: '4001010000000018', okUrl: shop.url, failUrl: shop.url })
    const { location } = await visitGateway(`${bank.url}/nestpay/fim/est3Dgate`, form)
    const { page, complaints, close } = await visit(browser, { javaScriptEnabled, locale: 'en-GB' })
    shop.heard.length = 0
    await page.goto(new URL(location!, bank.url).href)
    assert.equal(await page.title(), 'Confirm the payment')
    await page.getByLabel('Confirmation code').fill('1')
    await page.getByRole('button', { name: 'Confirm' }).click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /Wrong code.*2/)
    await page.getByLabel('Confirmation code').fill('123456')
    await page.getByRole('button', { name: 'Confirm' }).click()
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click()
    await until('the shop heard it', () => shop.heard.length > 0)
    assert.equal(shop.heard[0]!.mdStatus, '1')
    assert.deepEqual(
      complaints.filter((text) => !text.includes('favicon')),
      [],
    )
    await close()
  })
