/** A shopper with a real browser: the shop's page, the bank's page, back at the shop, which receives the events. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startBank } from '../support/bank.ts'
import { hasBrowser, openBrowser, reportPagesOfFailures, type Visit, visit } from '../support/browser.ts'
import { openShopServer, type ShopServer } from '../support/shop-server.ts'
import { CARDS_3D } from '../support/three-d.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

const skip = hasBrowser ? false : 'name a browser in VEZNE_TEST_BROWSER'
const DONE = ['3ds.completed', 'payment.completed']

let vezne: Vezne
let shop: ShopServer
let browser: Browser
reportPagesOfFailures()
before(async () => {
  if (skip) return
  vezne = await startVezne()
  shop = await openShopServer(vezne)
  browser = await openBrowser()
})
after(async () => {
  if (skip) return
  await browser.close()
  await shop.close()
  await vezne.stop()
})

/** Presses the shop's button; returns the payment. */
const buy = async ({ page }: Visit, query: string): Promise<string> => {
  await page.goto(`${shop.origin}/?${query}`)
  await page.getByRole('button', { name: 'Pay' }).click()
  assert.deepEqual(shop.faults, [])
  return shop.started.at(-1) as string
}
const enter = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Confirm' }).click()
}
const isBack = async (page: Page, path: string, id: string, status: string): Promise<void> => {
  await page.waitForURL((url) => url.origin === shop.origin && url.pathname === path)
  const query = new URL(page.url()).searchParams
  assert.deepEqual([query.get('transaction_id'), query.get('status')], [id, status])
}

test('the right code: back at the shop, paid, with its event', { skip }, async () => {
  const visitor = await visit(browser, { locale: 'en-GB' })
  const { page, complaints } = visitor
  const id = await buy(visitor, `card=${CARDS_3D.challenge}`)
  await page.getByRole('heading', { name: 'Confirm your payment' }).waitFor()
  const text = await page.locator('main').textContent()
  for (const part of [/Demo Market/, /150\.00/, /402277\*{6}4026/]) assert.match(text ?? '', part)
  await page.getByText(/^14:\d\d$/).waitFor() // the time left runs
  if (process.env.VEZNE_SHOTS) await page.screenshot({ path: `${process.env.VEZNE_SHOTS}/acs.png` })
  await page.context().clearCookies()
  await enter(page, '123456')
  await isBack(page, '/back', id, 'completed')
  assert.equal(new URL(page.url()).searchParams.get('basket'), '7')
  await shop.untilTold(id, DONE)
  assert.deepEqual(shop.told(id), DONE)
  assert.deepEqual(await page.context().cookies(), [])
  assert.deepEqual(complaints, [])
  await visitor.close()
})

test('html_content embedded by the shop, a challenge without a prompt, Turkish', { skip }, async () => {
  const visitor = await visit(browser, { locale: 'tr-TR' })
  const id = await buy(visitor, `card=${CARDS_3D.frictionless}&show=html`)
  await isBack(visitor.page, '/back', id, 'completed')
  await shop.untilTold(id, DONE)
  const asked = await buy(visitor, `card=${CARDS_3D.challenge}&show=html`)
  await visitor.page.getByRole('heading', { name: 'Ödemeyi onaylayın' }).waitFor()
  if (process.env.VEZNE_SHOTS) await visitor.page.screenshot({ path: `${process.env.VEZNE_SHOTS}/acs-tr.png` })
  await visitor.page.getByRole('button', { name: 'Vazgeç' }).click()
  await isBack(visitor.page, '/cancelled', asked, 'failed')
  await shop.untilTold(asked, ['3ds.failed'])
  assert.deepEqual(visitor.complaints, [])
  await visitor.close()
})

test('three wrong codes: reported each time, then failed', { skip }, async () => {
  const visitor = await visit(browser, { locale: 'en-GB' })
  const { page } = visitor
  const id = await buy(visitor, `card=${CARDS_3D.challenge}`)
  await enter(page, '000000')
  await page.getByRole('alert').filter({ hasText: '2 tries left' }).waitFor()
  if (process.env.VEZNE_SHOTS) await page.screenshot({ path: `${process.env.VEZNE_SHOTS}/acs-wrong.png` })
  await enter(page, '111111')
  await page.getByRole('alert').filter({ hasText: 'One try left' }).waitFor()
  await page.context().clearCookies()
  await enter(page, '222222')
  await isBack(page, '/back', id, 'failed')
  await shop.untilTold(id, ['3ds.failed'])
  assert.deepEqual(shop.told(id), ['3ds.failed'])
  assert.deepEqual(visitor.complaints, [])
  await visitor.close()
})

test('cancelled: the browser goes to cancel_url; going back in it changes nothing', { skip }, async () => {
  const visitor = await visit(browser, { locale: 'en-GB' })
  const { page } = visitor
  const id = await buy(visitor, `card=${CARDS_3D.challenge}`)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await isBack(page, '/cancelled', id, 'failed')
  await shop.untilTold(id, ['3ds.failed'])
  await page.goBack()
  await isBack(page, '/cancelled', id, 'failed')
  assert.deepEqual(shop.told(id), ['3ds.failed'])
  await visitor.close()
})

test('without script: the same way with buttons', { skip }, async () => {
  const visitor = await visit(browser, { locale: 'en-GB', javaScriptEnabled: false })
  const { page } = visitor
  const id = await buy(visitor, `card=${CARDS_3D.challenge}&show=html`)
  await page.getByRole('button', { name: 'Go to the bank' }).click()
  await enter(page, '123456')
  await page.getByRole('button', { name: 'Back to the shop' }).click()
  await isBack(page, '/back', id, 'completed')
  await shop.untilTold(id, DONE)
  await visitor.close()
})

test('a bank that takes the card in a form: through our page, and by html_content', { skip }, async (t) => {
  const bank = await startBank({ port: vezne.config.ports.bank })
  t.after(() => bank.stop())
  const visitor = await visit(browser, { locale: 'en-GB' })
  const { page } = visitor
  const [gateway] = (await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ id: string }>(
      `select c.id from connector_configurations c join connectors k on k.tenant_id = c.tenant_id and k.id = c.connector_id
       join realms r on r.tenant_id = c.tenant_id where k.code = 'NEST_PAY' and r.slug = 'tenant-demo'`,
    ),
  )) as [{ id: string }]
  for (const show of ['', '&show=html']) {
    const id = await buy(visitor, `card=${CARDS_3D.challenge}&configuration=${gateway.id}${show}`)
    await page.waitForURL((url) => url.port === String(bank.port))
    await page.locator('input[name=code], input[type=text]').first().fill('123456')
    await page.locator('button').first().click()
    await isBack(page, '/back', id, 'completed')
    await shop.untilTold(id, DONE)
  }
  assert.deepEqual(visitor.complaints, [])
  await visitor.close()
})

test('no response for 15 minutes: the page says so, the shop is notified without a callback', { skip }, async () => {
  const visitor = await visit(browser, { locale: 'en-GB' })
  const { page } = visitor
  const id = await buy(visitor, `card=${CARDS_3D.challenge}`)
  await page.getByRole('heading', { name: 'Confirm your payment' }).waitFor()
  await vezne.moveClock(15 * 60_000)
  await shop.untilTold(id, ['3ds.failed'])
  await enter(page, '123456')
  await page.getByRole('heading', { name: 'Time is over' }).waitFor()
  if (process.env.VEZNE_SHOTS) await page.screenshot({ path: `${process.env.VEZNE_SHOTS}/acs-over.png` })
  assert.deepEqual(shop.told(id), ['3ds.failed'])
  await visitor.close()
})
