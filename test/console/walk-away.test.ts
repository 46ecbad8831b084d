/** What meets a person who was away, or goes where nothing is: no network, an update of the server, an ended session, an empty address. Part of `npm run checks -- console`. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildConsole } from '../../scripts/console/build.ts'
import { SIGN_IN_TEXTS } from '../../src/console/pages/sign-in-texts.ts'
import { openBrowser, reportPagesOfFailures } from '../support/browser.ts'
import { findings, openSeats, type Seats, settled } from '../support/console-seats.ts'
import { skip } from '../support/console-walk.ts'
import { readConsoleWords } from '../support/console-words.ts'
import { makeFonts } from '../support/fonts.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

let vezne: Vezne
let browser: Awaited<ReturnType<typeof openBrowser>>
let seats: Seats
let base: string
reportPagesOfFailures()
before(async () => {
  if (skip) return
  await buildConsole(() => undefined)
  vezne = await startVezne()
  browser = await openBrowser(makeFonts())
  base = vezne.urls.console.replace('127.0.0.1', 'localhost')
  seats = openSeats(browser, base)
})
after(async () => {
  if (skip) return
  await browser.close()
  await vezne.stop()
})

const openDesk = async (language: 'en' | 'tr') => {
  const seat = await seats.sit('admin', language)
  const { page } = seat
  const words = await readConsoleWords(language)
  const frame = words.of('frame')
  return {
    ...seat,
    words,
    frame,
    findings: (name: string) => findings(seat, name),
    titleOf: words.title,
    click: (path: string) =>
      page
        .getByRole('navigation')
        .getByRole('link', { name: words.title(path), exact: true })
        .click(),
    banner: (text: string) => page.locator('.banner', { hasText: text }),
    /** A form on a page of its own, with something typed. */
    async type() {
      await page.goto(`${base}/console/transfers/new`)
      await settled(page)
      await page.locator('input[type=text], input:not([type])').first().fill('Ayşe Yılmaz')
    },
    typed: () => page.locator('input[type=text], input:not([type])').first().inputValue(),
  }
}

const NOBODY = '00000000-0000-4000-8000-000000000999'
const MINUTE_MS = 60_000

for (const language of ['en', 'tr'] as const) {
  test(`an address of nothing is told in the words of people, in ${language}`, { skip }, async () => {
    const { page, context, words } = await openDesk(language)
    const common = words.of('common')
    for (const path of [`/payments/${NOBODY}`, `/merchants/${NOBODY}`]) {
      await page.goto(`${base}/console${path}`)
      await page.getByText(common.nothingHere, { exact: true }).waitFor()
      await page.getByText(common.nothingHereHint, { exact: true }).waitFor()
    }
    await context.close()
  })

  test(`without a network the page stays and says so, and what was opened comes by itself, in ${language}`, {
    skip,
  }, async () => {
    const { page, context, click, banner, frame, titleOf } = await openDesk(language)
    await context.setOffline(true)
    await click('/refunds')
    await banner(frame.screenMissing(titleOf('/refunds'))).waitFor()
    assert.equal(page.url(), `${base}/console/`)
    await context.setOffline(false)
    await page.waitForURL(`${base}/console/refunds`)
    await settled(page)
    await page.getByRole('heading', { name: titleOf('/refunds'), exact: true }).waitFor()
    assert.equal(await page.locator('.banner').count(), 0)
    await context.close()
  })

  test(`what was typed is there until its person goes, in ${language}`, { skip }, async () => {
    const desk = await openDesk(language)
    const { page, context, click, banner, frame, titleOf } = desk
    await desk.type()
    await context.setOffline(true)
    await click('/refunds')
    await banner(frame.screenMissing(titleOf('/refunds'))).waitFor()
    await context.setOffline(false)
    await banner(frame.screenThere(titleOf('/refunds'))).waitFor()
    assert.deepEqual(await desk.findings('there'), [])
    assert.equal(await desk.typed(), 'Ayşe Yılmaz')
    await page.getByRole('button', { name: frame.openIt, exact: true }).click()
    await page.waitForURL(`${base}/console/refunds`)
    await context.close()
  })

  test(`after an update the page stays, and the newer version opens when its person says so, in ${language}`, {
    skip,
  }, async () => {
    const desk = await openDesk(language)
    const { page, context, click, banner, frame, titleOf } = desk
    await desk.type()
    await page.route('**/refund-list*', (route) => route.fulfill({ status: 404, body: '' }))
    await click('/refunds')
    await banner(frame.screenAnew(titleOf('/refunds'))).waitFor()
    assert.equal(await desk.typed(), 'Ayşe Yılmaz')
    await page.getByRole('button', { name: frame.stayHere, exact: true }).click()
    assert.equal(await desk.typed(), 'Ayşe Yılmaz')
    await click('/refunds')
    await banner(frame.screenAnew(titleOf('/refunds'))).waitFor()
    await page.unroute('**/refund-list*')
    await page.getByRole('button', { name: frame.openIt, exact: true }).click()
    await page.waitForURL(`${base}/console/refunds`)
    await page.getByRole('heading', { name: titleOf('/refunds'), exact: true }).waitFor()
    await context.close()
  })
}

// Last: the clock goes on for everybody.
for (const language of ['en', 'tr'] as const)
  test(`who is signed out for idleness is told so and comes back to the page, in ${language}`, { skip }, async () => {
    const desk = await openDesk(language)
    const { page, context } = desk
    await vezne.moveClock(24 * 60 * MINUTE_MS)
    await page.goto(`${base}/console/refunds`)
    await page.waitForURL(`${base}/console/sign-in?next=%2Fconsole%2Frefunds&ended=1`)
    await page.getByText(SIGN_IN_TEXTS[language].ended).waitFor()
    assert.deepEqual(await desk.findings('ended'), [])
    await page.locator('button[value=admin]').click()
    await page.waitForURL(`${base}/console/refunds`)
    await page.getByRole('heading', { name: desk.titleOf('/refunds'), exact: true }).waitFor()
    await page.locator('button.person').click()
    await page.getByRole('menuitem').last().click()
    await page.waitForURL(`${base}/console/sign-in`)
    await page.goto(`${base}/console/refunds`)
    await page.waitForURL(`${base}/console/sign-in?next=%2Fconsole%2Frefunds`)
    await context.close()
  })
