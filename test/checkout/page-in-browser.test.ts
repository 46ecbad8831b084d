/**
 * A real shopper at the hosted page: with script and without, on a phone and at a desk, by keyboard alone. `npm run checks -- checkout-pages` names
 * axe-core (VEZNE_AXE) and a folder for pictures (VEZNE_SHOTS), and looks at every state in both languages.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { hasBrowser, openBrowser, reportPagesOfFailures, visit } from '../support/browser.ts'
import { createSession, paymentsOf } from '../support/checkout.ts'
import { axePath, inspect } from '../support/inspected-page.ts'
import { CARDS } from '../support/payments.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { CARDS_3D } from '../support/three-d.ts'
import { until } from '../support/until.ts'

const skip = hasBrowser ? false : 'name a browser in VEZNE_TEST_BROWSER'

const PHONE: BrowserContextOptions = { viewport: { width: 320, height: 700 }, reducedMotion: 'reduce' }
const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

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

const fill = async (page: Page, number: string): Promise<void> => {
  await page.locator('#number').fill('')
  await page.locator('#number').pressSequentially(number)
  await page.locator('#holder').fill('Ayşe Yılmaz')
  await page.locator('#expiry').fill('')
  await page.locator('#expiry').pressSequentially('1230')
  await page.locator('#code').fill(number === CARDS.amex ? '0000' : '000')
}
const press = (page: Page): Promise<void> => page.locator('button.pay').click()

test('script on, phone: grouped, named, checked as a field is left, declined once, paid with 3D Secure', {
  skip,
}, async () => {
  const { session_id: id, checkout_url: url } = await createSession(shop, {
    amount: 149_990,
    allowed_installments: [1, 3, 5],
    description: 'Üç kitap ve çok uzun bir açıklama: '.padEnd(120, 'ğ'),
    external_id: 'SIPARIS-2026-000123',
    success_url: `${shop.vezne.urls.console}/?done`,
  })
  const shopper = await visit(browser, { ...PHONE, locale: 'tr-TR' })
  const { page } = shopper
  await page.goto(url)
  await inspect(shopper, 'open-tr-phone')
  assert.deepEqual(await page.locator('#installments .choice').allInnerTexts(), [
    'Tek çekim',
    '3 taksit: ₺499,98 + 2 × ₺499,96 = ₺1.499,90',
    '5 × ₺299,98 = ₺1.499,90',
  ])
  await page.locator('#number').pressSequentially('4546711234567895')
  assert.equal(await page.locator('#number').inputValue(), '4546 7112 3456 7895')
  await page.locator('#holder').focus()
  assert.equal(await page.locator('#number').getAttribute('aria-invalid'), 'true')
  assert.match((await page.locator('#number-fault').textContent()) ?? '', /Kart numarasını kontrol edin/)
  await page.getByText('Visa').waitFor()
  await press(page)
  assert.equal(await page.evaluate('document.activeElement.id'), 'number')
  await inspect(shopper, 'faults-tr-phone')
  await fill(page, CARDS_3D.challenge)
  // A debit card takes no instalments.
  await until('installments cannot be chosen', () => page.locator('input[value="3"]').isDisabled())
  assert.equal(await page.locator('#expiry').inputValue(), '12/30')
  await press(page)
  await page.waitForURL(/\/sandbox\/acs\//)
  await page.locator('button[value=cancel]').click()
  await page.waitForURL(/\/checkout\/[0-9a-f]{32}/)
  await page.getByText('Bankanızın sayfasında vazgeçtiniz').waitFor()
  await inspect(shopper, 'declined-tr-phone')
  await fill(page, CARDS_3D.frictionless)
  await press(page)
  await page.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()
  await inspect(shopper, 'paid-tr-phone')
  await page.goBack()
  await page.getByRole('heading', { name: 'Ödeme alındı' }).waitFor()
  const payments = await paymentsOf(shop, id)
  assert.deepEqual(
    payments.map(({ status }) => status),
    ['failed', 'completed'],
  )
  const stored = await page.evaluate<string>(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  )
  assert.equal(stored, '[{},{},""]')
  await shopper.close()
})

test('the last hour is counted down; of a link that is paid within a day the page says until when', {
  skip,
}, async () => {
  const { checkout_url: url } = await createSession(shop)
  const link = { amount: 12_990, currency: 'TRY', external_id: 'L-1', return_url: 'https://shop.example/back' }
  const made = await shop.call('POST', '/payments/order-link', link)
  const shopper = await visit(browser, { ...PHONE, locale: 'tr-TR' })
  const lineAt = async (address: string): Promise<string> => {
    await shopper.page.goto(address)
    return shopper.page
      .locator('.time')
      .textContent()
      .then((text) => text ?? '')
  }
  assert.match(await lineAt(url), /^Kalan süre: [0-5]?[0-9]:[0-5][0-9]$/)
  assert.match(
    await lineAt(made.body.extra_properties.payment_link),
    /^Son ödeme: \d{1,2} \p{L}+ \d{4} \d\d:\d\d \(Türkiye saati\)$/u,
  )
  await shopper.close()
})

test('script off, desk: from the first byte to paid by forms, through the bank and back', { skip }, async () => {
  const { session_id: id, checkout_url: url } = await createSession(shop)
  const shopper = await visit(browser, { ...DESK, locale: 'en-GB', javaScriptEnabled: false })
  const { page } = shopper
  await page.goto(url)
  await fill(page, '4546711234567895')
  await press(page)
  await page.getByRole('link', { name: /Check the card number/ }).waitFor()
  assert.deepEqual(
    [
      await page.locator('#number').inputValue(),
      await page.locator('#code').inputValue(),
      await page.locator('#holder').inputValue(),
    ],
    ['', '', 'Ayşe Yılmaz'],
  )
  await fill(page, CARDS_3D.challenge)
  await press(page)
  await page.waitForURL(/\/sandbox\/acs\//)
  await page.getByLabel('Code').fill('123456')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.locator('form button').click() // the form back to us, which a script would send
  await page.getByRole('heading', { name: 'Payment received' }).waitFor()
  assert.deepEqual(
    (await paymentsOf(shop, id)).map(({ status }) => status),
    ['completed'],
  )
  await shopper.close()
})

test('by keyboard alone, and a double click pays once', { skip }, async () => {
  const { session_id: id, checkout_url: url } = await createSession(shop, {
    payment_mode: 'non_3d',
    allowed_installments: [1, 3],
  })
  const shopper = await visit(browser, { ...DESK, locale: 'en-GB', forcedColors: 'active' })
  const { page } = shopper
  await page.goto(url)
  await page.locator('#number').focus()
  for (const text of [CARDS.success, 'Ayse Yilmaz', '1230', '000']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('ArrowDown')
  await inspect(shopper, 'open-en-forced-colours')
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.className'), 'pay')
  await page.evaluate(
    '(() => { const button = document.querySelector("button.pay"); button.click(); button.click() })()',
  )
  await page.getByRole('heading', { name: 'Payment received' }).waitFor()
  await inspect(shopper, 'paid-en-desk')
  const [payment, ...others] = await paymentsOf(shop, id)
  assert.deepEqual([payment.installment_count, others], [3, []])
  await shopper.close()
})

test('every other state, in the other language, and what it all weighs', {
  skip: skip || (axePath === undefined && 'npm run checks -- checkout-pages'),
}, async (t) => {
  const open = async (url: string, name: string, options: BrowserContextOptions = PHONE): Promise<void> => {
    const shopper = await visit(browser, { ...options, locale: 'en-GB' })
    await shopper.page.goto(url)
    await inspect(shopper, name)
    await shopper.close()
  }
  const pay = (id: string, number: string, attempt = '1') =>
    shop.vezne.request('cards', 'POST', `/checkout/${id}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        attempt,
        number,
        holder: 'Ayse',
        expiry: '12/30',
        code: '000',
        installment: '1',
      }).toString(),
    })
  const made = await createSession(shop, { allowed_installments: [1, 2, 3], cancel_url: 'https://shop.example/no' })
  await open(made.checkout_url, 'open-en-desk', DESK)
  await pay(made.session_id, CARDS_3D.challenge)
  await open(made.checkout_url, 'bank-en-phone')
  const failed = await createSession(shop, { payment_mode: 'non_3d', cancel_url: 'https://shop.example/no' })
  for (const attempt of ['1', '2', '3']) await pay(failed.session_id, CARDS.declined, attempt)
  await open(failed.checkout_url, 'failed-en-phone')
  const cancelled = await createSession(shop)
  await shop.vezne.request('cards', 'POST', `/checkout/${cancelled.session_id}/cancel`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'lang=en',
  })
  await open(cancelled.checkout_url, 'cancelled-en-phone')
  const expired = await createSession(shop)
  await shop.vezne.moveClock(31 * 60_000)
  await open(expired.checkout_url, 'expired-en-phone')
  await open(`${shop.vezne.urls.cards}/checkout/${'0'.repeat(32)}`, 'unknown-en-phone')

  const weighed = await createSession(shop, { allowed_installments: [1, 2, 3, 6, 9, 12] })
  const shopper = await visit(browser, { ...PHONE, locale: 'tr-TR' })
  const session = await shopper.page.context().newCDPSession(shopper.page)
  await session.send('Network.enable')
  // Slow 4G, and a processor four times slower.
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let bytes = 0
  const requested: string[] = []
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  shopper.page.on('request', (request) => requested.push(request.url()))
  await shopper.page.goto(weighed.checkout_url, { waitUntil: 'load' })
  const [paint, ready] = await shopper.page.evaluate<[number, number]>(
    '[performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0, performance.timing.domContentLoadedEventEnd - performance.timing.navigationStart]',
  )
  t.diagnostic(
    `${requested.length} requests, ${bytes} bytes on the wire, first paint ${Math.round(paint)} ms, ready ${Math.round(ready)} ms`,
  )
  assert.ok(bytes < 30_000)
  assert.ok(
    requested.every((url) => url.startsWith(shop.vezne.urls.cards) || url.endsWith('/favicon.ico')),
    requested.join(' '),
  )
  await shopper.close()
})
