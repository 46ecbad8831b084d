/** Card fields on a shop's own page, the page of docs/checkout.md, in a real browser: paid, corrected, styled; and pages that have no business with them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core'
import { hasBrowser, openBrowser, reportPagesOfFailures, visit } from '../support/browser.ts'
import { openFields, openShopPage, type ShopPage } from '../support/card-fields.ts'
import { inspect } from '../support/inspected-page.ts'
import { CARDS } from '../support/payments.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { CARDS_3D } from '../support/three-d.ts'
import { until } from '../support/until.ts'

const skip = hasBrowser ? false : 'name a browser in VEZNE_TEST_BROWSER'

const PHONE: BrowserContextOptions = { viewport: { width: 320, height: 800 }, reducedMotion: 'reduce' }
const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

let shop: Shop
let browser: Browser
let plain: ShopPage
let secured: ShopPage
reportPagesOfFailures()
before(async () => {
  if (skip) return
  shop = await openShop()
  browser = await openBrowser()
  plain = await openShopPage(shop, '/payments')
  secured = await openShopPage(shop, '/payments/3d/init')
})
after(async () => {
  if (skip) return
  await plain.close()
  await secured.close()
  await browser.close()
  await shop.vezne.stop()
})

const fieldsOf = (page: Page): FrameLocator => page.frameLocator('#card iframe')
const press = (page: Page): Promise<void> => page.locator('button#pay').click()
/** What is told of the card makes the form higher, and the page hears of that a moment later. */
const isAsHigh = async (page: Page): Promise<boolean> => {
  const height = await page.locator('#card iframe').evaluate((frame) => Number.parseFloat(frame.style.height))
  return (
    height ===
    (await fieldsOf(page)
      .locator('body')
      .evaluate((body) => Math.ceil(body.getBoundingClientRect().height)))
  )
}
const fill = async (fields: FrameLocator, number: string): Promise<void> => {
  await fields.locator('#number').fill('')
  await fields.locator('#number').pressSequentially(number)
  await fields.locator('#holder').fill('Ayşe Yılmaz')
  await fields.locator('#expiry').fill('')
  await fields.locator('#expiry').pressSequentially('1230')
  await fields.locator('#code').fill('000')
}

test('a phone in Turkish: grouped, named, one problem at a time, then the bank’s page and the shop’s', {
  skip,
}, async () => {
  const shopper = await visit(browser, { ...PHONE, locale: 'tr-TR' })
  const { page } = shopper
  await page.goto(secured.urlOf())
  const fields = fieldsOf(page)
  await fields.getByText('Kart numarası').waitFor()
  await fields.locator('#number').pressSequentially('4546711234567895')
  assert.equal(await fields.locator('#number').inputValue(), '4546 7112 3456 7895')
  await fields.getByText('Visa').waitFor()
  await until('the frame is as high as its form', () => isAsHigh(page))
  // The field is left as the button is pressed: what is said of it must not move the button away before the click.
  const button = page.locator('button#pay')
  const { x, y } = (await button.boundingBox()) ?? assert.fail()
  await page.mouse.move(x + 3, y + 3)
  await page.mouse.down()
  await fields.getByText('Kart numarasını kontrol edin').waitFor()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  assert.deepEqual(await button.boundingBox(), { ...(await button.boundingBox()), x, y })
  await page.mouse.up()
  await until('the fault is shown', async () => ((await button.boundingBox())?.y ?? 0) > y)
  await fields.locator('#number:focus').waitFor()
  assert.equal(await fields.locator('#number').getAttribute('aria-invalid'), 'true')
  assert.deepEqual(
    [
      await fields.locator('#number').getAttribute('autocomplete'),
      await fields.locator('#code').getAttribute('inputmode'),
    ],
    ['cc-number', 'numeric'],
  )
  await inspect(shopper, 'fields-fault-tr-phone')
  await fill(fields, CARDS_3D.challenge)
  await press(page)
  await page.waitForURL(/\/sandbox\/acs\//)
  const [started] = secured.answers
  assert.equal(started?.body.status, 'pending_3ds')
  await page.locator('form input:not([type=hidden])').first().fill('123456')
  await page.locator('form button').first().click()
  await page.getByRole('heading', { name: 'Thanks' }).waitFor()
  const [row] = await shop.rows('select status from payments where id = $1', [started?.body.transaction_id])
  assert.equal(row.status, 'completed')
  await shopper.close()
})

test('by keyboard alone at a desk, in the shop’s colours; declined, the page says so; nothing is stored in the browser', {
  skip,
}, async () => {
  plain.options = `style: { color: '#f5f5f5', background: '#202124', borderColor: '#9aa0a6', borderRadius: '2px', fontFamily: 'Georgia, serif',
    fontSize: '16px; } body { display: none', position: 'fixed', accent: 'url(https://evil.example)' }, locale: 'en',`
  const shopper = await visit(browser, { ...DESK, locale: 'tr-TR' })
  const { page } = shopper
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await page.goto(plain.urlOf())
  const fields = fieldsOf(page)
  await fields.getByText('Card number').waitFor()
  await until(
    'the frame is low again',
    async () => ((await page.locator('#card iframe').boundingBox())?.height ?? 450) < 450,
  )
  assert.match(warnings.join(), /style not taken: fontSize, position, accent/)
  await page.keyboard.press('Tab')
  for (const text of [CARDS.declined, 'Ayse Yilmaz', '1230', '000']) {
    await page.keyboard.type(text)
    if (text !== '000') await page.keyboard.press('Tab')
  }
  await inspect(shopper, 'fields-styled-en-desk')
  await page.keyboard.press('Enter')
  await page.getByText('Not paid').waitFor()
  assert.equal(plain.answers.at(-1)?.body.code, 'bank_declined')
  // The token is used up, and so is its session.
  await press(page)
  await fields.getByText('These card fields have been used').waitFor()
  await inspect(shopper, 'fields-over-en-desk')
  for (const frame of page.frames())
    assert.equal(
      await frame.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
      '[{},{},""]',
    )
  await shopper.close()
  plain.options = ''
})

test('a page of another origin: the frame stays shut, and a window that only knows the address is not heard', {
  skip,
}, async () => {
  const secret = await openFields(shop, { origin: secured.origin })
  const shopper = await visit(browser, DESK)
  const { page, complaints } = shopper
  await page.goto(plain.urlOf(secret))
  await page.locator('#card iframe').waitFor({ state: 'attached' })
  const isShut = () => complaints.some((text) => /frame-ancestors|refused to (display|connect|frame)/i.test(text))
  for (let looks = 0; looks < 100 && !isShut(); looks++) await page.evaluate('new Promise(requestAnimationFrame)')
  assert.ok(isShut(), complaints.join('\n'))
  await page.goto(`${shop.vezne.urls.cards}/fields/${secret}?lang=en`)
  // No parent, another source, another origin: each would have to be all three.
  await page.evaluate(`(() => { const { port1, port2 } = new MessageChannel(); window.heard = []
    port1.onmessage = ({ data }) => heard.push(data); postMessage({ vezne: 1, style: { color: '#000000' } }, '*', [port2]) })()`)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  assert.deepEqual(await page.evaluate('heard'), [])
  await shopper.close()
})
