/**
 * Every screen of the console in a browser: both languages, both themes, desk and phone, by axe and by the policy. `npm run checks -- console`
 * names a folder for pictures (VEZNE_CONSOLE_SHOTS); `npm test` leaves it out.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { reportPagesOfFailures } from '../support/browser.ts'
import { findings, HEIGHT, inEveryLook, settled } from '../support/console-seats.ts'
import { LANGUAGES, shots, skip, startWalk, type Walk } from '../support/console-walk.ts'
import { smallPng } from '../support/small-png.ts'
import { until } from '../support/until.ts'

const KB_MAX = { first: 200, further: 40, signIn: 15 }
/** Screens that are shown on a phone in the pictures, too. */
const ON_PHONE = new Set(['/', '/payments', '/payments/$id'])

let walk: Walk
reportPagesOfFailures()
before(async () => {
  if (!skip) walk = await startWalk()
})
after(async () => {
  if (!skip) await walk.stop()
})

const picture = async (page: Page, name: string): Promise<void> => {
  if (shots === undefined) return
  writeFileSync(join(shots, `${name}.png`), await smallPng(await page.screenshot()))
}

const nameOf = (path: string): string => path.replaceAll('$', '').split('/').filter(Boolean).join('-') || 'overview'

test('every screen: nothing axe finds, nothing the policy refuses, nobody else asked, never wider than the window', {
  skip,
}, async () => {
  const { seats, base } = walk
  const found: string[] = []
  for (const screen of walk.screens) {
    const person = await walk.personFor(screen)
    const address = await walk.addressFor(screen, person)
    for (const language of LANGUAGES) {
      const seat = await seats.seatOf(person, language)
      await seat.page.goto(`${base}/console${address}`)
      await settled(seat.page)
      assert.equal(await seat.page.evaluate('document.documentElement.lang'), language)
      found.push(...(await inEveryLook(seat, `${screen.path} ${language}`)))
      await photograph(seat.page, screen.path, language)
    }
  }
  found.push(...(await seats.complaints()))
  assert.deepEqual(found, [])
})

/** Light in English, dark in Turkish: both themes, both languages, half the pictures. */
const photograph = async (page: Page, path: string, language: 'en' | 'tr'): Promise<void> => {
  const theme = language === 'en' ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: theme })
  await picture(page, `${nameOf(path)}-${theme}`)
  if (!ON_PHONE.has(path)) return
  await page.setViewportSize({ width: 390, height: HEIGHT })
  await picture(page, `${nameOf(path)}-phone-${theme}`)
}

test('signing in, nothing found, not allowed, no connection, dialogs: no findings either', { skip }, async () => {
  const { seats, base, day } = walk
  const found: string[] = []
  for (const language of LANGUAGES) {
    const nobody = await seats.sit(null, language)
    await nobody.page.goto(`${base}/console/payments`)
    await nobody.page.waitForURL('**/console/sign-in?next=**')
    found.push(...(await inEveryLook(nobody, `sign-in ${language}`)))
    await picture(nobody.page, `sign-in-${language === 'en' ? 'light' : 'dark'}`)
    // The page asked who is signed in and was told: nobody.
    found.push(...nobody.complaints.filter((text) => !/status of 401/.test(text)))
    await nobody.context.close()

    const { page, complaints, context } = await seats.sit('admin', language)
    const seat = { page, complaints, context }
    const look = async (name: string): Promise<void> =>
      void found.push(...(await inEveryLook(seat, `${name} ${language}`)))
    await page.goto(`${base}/console/payments?q=no-such-order`)
    await settled(page)
    await look('nothing matches')
    await page.goto(`${base}/console${day.addressOf('/payments/$id')}`)
    await settled(page)
    await page.locator('.actions button').first().click()
    await page.getByRole('dialog').waitFor()
    await look('refund')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox').waitFor()
    await look('palette')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: HEIGHT })
    await page.locator('.only-narrow').click()
    await page.getByRole('dialog').waitFor()
    found.push(...(await findings(seat, `menu ${language}`)))
    await page.keyboard.press('Escape')
    found.push(...complaints)
    await context.close()

    const analyst = await seats.sit('analyst', language)
    await analyst.page.goto(`${base}/console/payments`)
    await settled(analyst.page)
    found.push(...(await inEveryLook(analyst, `not allowed ${language}`)), ...analyst.complaints)
    await analyst.context.close()
  }
  assert.deepEqual(found, [])
})

test('by keyboard alone from signing in to a refund; a session that ended meanwhile loses no form; what stands there stays without a connection', {
  skip,
}, async () => {
  const { seats, base, day } = walk
  const { page, context } = await seats.sit(null, 'en')
  await page.goto(`${base}/console/payments?q=${day.paidOrder}`)
  await page.waitForURL('**/console/sign-in?next=**')
  await page.locator('button[value=admin]').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${base}/console/payments?q=${day.paidOrder}`)
  await settled(page)
  await page.locator('.row-link').first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/payments/0*')
  await settled(page)
  await until('the heading has the focus', async () => (await page.evaluate('document.activeElement.tagName')) === 'H1')
  await page.getByRole('button', { name: 'Refund', exact: true }).focus()
  await page.keyboard.press('Enter')
  const amount = page.getByLabel(/^Amount/)
  await amount.fill('999999')
  await page.keyboard.press('Enter')
  await page
    .getByText(/At most .* TRY/)
    .last()
    .waitFor()
  await amount.fill('10.50')
  await context.clearCookies()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
  await page.getByRole('button', { name: 'Go on as this demo person' }).click()
  await page.getByRole('dialog', { name: 'Refund to the card' }).waitFor({ state: 'detached' })
  await page.getByText('Left after refunds').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').fill('order-2000')
  await page.getByRole('menuitem', { name: /^order-2000/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${base}/console${day.addressOf('/payments/$id')}`)
  await settled(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Payments', exact: true }).first().click()
  await page.getByText(/No connection since/).waitFor()
  await context.setOffline(false)
  await page.getByText(/No connection since/).waitFor({ state: 'detached' })
  await context.close()
})

test('weights', { skip }, async (t) => {
  const { seats, base } = walk
  const weigh = async (address: string, known: Set<string>): Promise<number> => {
    const seat = await seats.seatOf('admin', 'en')
    const asked = new Map<string, Promise<Buffer>>()
    const page = await seat.context.newPage()
    page.on('response', (response) => {
      const url = response.url()
      if (/\/console\/(?:assets\/|$)|\.css$/.test(url) && !known.has(url)) asked.set(url, response.body())
    })
    await page.goto(`${base}/console${address}`)
    await settled(page)
    let bytes = 0
    for (const [url, body] of asked) {
      known.add(url)
      bytes += gzipSync(await body).length
    }
    await page.close()
    return bytes / 1_000
  }
  const known = new Set<string>()
  const first = await weigh('/payments', known)
  t.diagnostic(`${first.toFixed(1)} kB first list`)
  assert.ok(first <= KB_MAX.first, `first list ${first} kB`)
  for (const screen of walk.screens) {
    if ((await walk.personFor(screen)) !== 'admin') continue
    const address = await walk.addressFor(screen, 'admin')
    const more = await weigh(address, new Set(known))
    t.diagnostic(`${more.toFixed(1)} kB ${screen.path}`)
    assert.ok(more <= KB_MAX.further, `${screen.path} ${more} kB`)
  }
  const { page, context } = await seats.sit(null, 'en')
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => void bodies.push(response.body().catch(() => Buffer.alloc(0))))
  await page.goto(`${base}/console/sign-in`)
  const signIn = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0) / 1_000
  t.diagnostic(`${signIn.toFixed(1)} kB sign-in`)
  assert.ok(signIn <= KB_MAX.signIn, `sign-in ${signIn} kB`)
  await context.close()
})
