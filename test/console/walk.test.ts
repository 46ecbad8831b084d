/**
 * Every screen of the console in a browser: both languages, both themes, desk and phone, by axe and by the policy. `npm run checks -- console`
 * names a folder for pictures (VEZNE_CONSOLE_SHOTS); `npm test` leaves it out.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { buildConsole } from '../../scripts/console/build.ts'
import { openBrowser } from '../support/browser.ts'
import { type ConsoleDay, startConsoleDay } from '../support/console-day.ts'
import { findings, HEIGHT, inEveryLook, openSeats, type Seats, settled } from '../support/console-seats.ts'
import { makeFonts } from '../support/fonts.ts'
import { smallPng } from '../support/small-png.ts'

const shots = process.env.VEZNE_CONSOLE_SHOTS
const skip = shots === undefined && 'npm run checks -- console'
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const LANGUAGES = ['en', 'tr'] as const
const KB_MAX = { first: 200, further: 40, signIn: 15 }
/** Screens that are shown on a phone in the pictures, too. */
const ON_PHONE = new Set(['/', '/payments', '/payments/$id'])

interface Screen {
  readonly path: string
  readonly title: Readonly<Record<'en' | 'tr', string>>
}

let day: ConsoleDay
let browser: Browser
let screens: readonly Screen[]
let base: string
let seats: Seats

before(async () => {
  if (skip) return
  await buildConsole(() => undefined)
  screens = (await import(join(ROOT, 'console/src/screens.ts'))).SCREENS
  day = await startConsoleDay()
  base = day.team.vezne.urls.console.replace('127.0.0.1', 'localhost')
  browser = await openBrowser(makeFonts())
  seats = openSeats(browser, base)
})
after(async () => {
  if (skip) return
  await browser.close()
  await day.team.stop()
})

const picture = async (page: Page, name: string): Promise<void> => {
  if (shots === undefined) return
  writeFileSync(join(shots, `${name}.png`), await smallPng(await page.screenshot()))
}

const nameOf = (path: string): string => path.replaceAll('$', '').split('/').filter(Boolean).join('-') || 'overview'

/** Who of the demo people may open it. */
const personFor = async (screen: Screen): Promise<string> => {
  const { mayOpen } = await import(join(ROOT, 'console/src/frame/screen.ts'))
  for (const person of ['admin', 'operator']) {
    const seat = await seats.seatOf(person, 'en')
    const me = await seat.page.evaluate<{ operations: string[] }>(
      'fetch("/console/api/me", { headers: { "x-console": "1" } }).then((answer) => answer.json())',
    )
    if (mayOpen(screen, me.operations)) return person
  }
  throw new Error(`none of the demo people may open ${screen.path}`)
}

test('every screen: nothing axe finds, nothing the policy refuses, nobody else asked, never wider than the window', {
  skip,
}, async (t) => {
  const found: string[] = []
  for (const screen of screens) {
    const person = await personFor(screen)
    const address = await addressFor(screen, person)
    if (address === undefined) {
      t.diagnostic(`0 rows lead to ${screen.path}`)
      continue
    }
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
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
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

/** As the day says, else by the first row of the list that leads there; undefined where the list has no row. */
const addressFor = async ({ path }: Screen, person: string): Promise<string | undefined> => {
  const known = day.addressOf(path)
  if (known !== undefined) return known
  const { page } = await seats.seatOf(person, 'en')
  await page.goto(`${base}/console${path.slice(0, path.indexOf('/$'))}`)
  await settled(page)
  const row = page.locator('.row-link').first()
  return (await row.count()) === 0 ? undefined : (await row.getAttribute('href'))?.replace(/^\/console/, '')
}

test('weights', { skip }, async (t) => {
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
  for (const screen of screens) {
    if ((await personFor(screen)) !== 'admin') continue
    const address = await addressFor(screen, 'admin')
    if (address === undefined) continue
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
