/** Every screen in Turkish, with what stands in it: no English sentence of ours. Part of `npm run checks -- console`. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { reportPagesOfFailures } from '../support/browser.ts'
import { settled } from '../support/console-seats.ts'
import { skip, startWalk, type Walk } from '../support/console-walk.ts'
import { englishOn, isEnglish } from '../support/english-on-page.ts'

let walk: Walk
reportPagesOfFailures()
before(async () => {
  if (!skip) walk = await startWalk()
})
after(async () => {
  if (!skip) await walk.stop()
})

test('what is taken for English', () => {
  const english = [
    'Refund sent to the bank',
    'Insufficient funds',
    'Do not honour',
    'approve, 100 üzerinden 0 puan',
    'All of the tenant',
    'On the blacklist',
    'Demo: review large transfers',
    'Live inbox of the start page',
    '50 requests a second sınırı doldu of',
  ]
  const turkish = [
    'Ödeme tamamlandı',
    'on iki',
    'Not: at',
    'payment.completed',
    'pos-operator',
    'GET /payments/{id}',
    'Banka onayladı',
    'X-Merchant-Id',
    'order-2038',
  ]
  assert.deepEqual(
    english.filter((text) => !isEnglish(text)),
    [],
  )
  assert.deepEqual(turkish.filter(isEnglish), [])
})

test('every screen, and the dialogs that its buttons open', { skip }, async () => {
  const { seats, base } = walk
  const found: string[] = []
  for (const screen of walk.screens) {
    const person = await walk.personFor(screen)
    const address = await walk.addressFor(screen, person)
    const { page } = await seats.seatOf(person, 'tr')
    await page.goto(`${base}/console${address}`)
    await settled(page)
    const look = async (name: string): Promise<void> =>
      void found.push(...(await englishOn(page)).map((text) => `${name}: ${text}`))
    await look(screen.path)
    for (const button of await page.locator('main .actions button:not([aria-disabled])').all()) {
      const name = await button.textContent()
      await button.click({ timeout: 3_000 })
      if ((await page.getByRole('dialog').count()) === 0) continue
      await look(`${screen.path} ${name}`)
      await page.keyboard.press('Escape')
      await page
        .getByRole('dialog')
        .waitFor({ state: 'detached', timeout: 3_000 })
        .catch(() => page.reload())
    }
  }
  assert.deepEqual([...new Set(found)], [])
})

test('signing in, declined payments, what is not there and what one may not', { skip }, async () => {
  const { seats, base } = walk
  const found: string[] = []
  const nobody = await seats.sit(null, 'tr')
  for (const path of [
    '/console/sign-in?lang=tr',
    '/console/forgotten-password?lang=tr',
    '/console/link?lang=tr&key=none',
  ]) {
    await nobody.page.goto(`${base}${path}`)
    found.push(...(await englishOn(nobody.page)).map((text) => `${path}: ${text}`))
  }
  await nobody.context.close()
  const { page } = await seats.seatOf('admin', 'tr')
  await page.goto(`${base}/console/payments?status=failed`)
  await settled(page)
  const declined = await page
    .locator('.row-link')
    .evaluateAll((links) => links.map((link) => String(link.getAttribute('href'))))
  for (const address of [
    ...declined.slice(0, 6).map((path) => `${base}${path}`),
    `${base}/console/payments/00000000-0000-4000-8000-000000000000`,
    `${base}/console/no-such-page`,
    `${base}/console/payments?q=no-such-order`,
  ]) {
    await page.goto(address)
    await settled(page)
    found.push(...(await englishOn(page)).map((text) => `${address}: ${text}`))
  }
  const { page: theirs } = await seats.seatOf('analyst', 'tr')
  await theirs.goto(`${base}/console/payments`)
  await settled(theirs)
  found.push(...(await englishOn(theirs)))
  assert.deepEqual([...new Set(found)], [])
})
