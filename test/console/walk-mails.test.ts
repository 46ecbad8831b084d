/** A browser comes in by a link of a mail, on pages rendered by the server: both languages, themes and all widths. Part of `npm run checks -- console`. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, reportPagesOfFailures } from '../support/browser.ts'
import { inEveryLook, openSeats, type Seats } from '../support/console-seats.ts'
import { makeFonts } from '../support/fonts.ts'
import { mailTo } from '../support/mails.ts'
import { OTHER_PASSWORD, openPeople, PASSWORD } from '../support/people.ts'
import { smallPng } from '../support/small-png.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

const shots = process.env.VEZNE_CONSOLE_SHOTS
const skip = shots === undefined && 'npm run checks -- console'

let vezne: Vezne
let browser: Browser
let seats: Seats
reportPagesOfFailures()
before(async () => {
  if (skip) return
  vezne = await startVezne()
  browser = await openBrowser(makeFonts())
  seats = openSeats(browser, vezne.urls.console)
})
after(async () => {
  if (skip) return
  await browser.close()
  await vezne.stop()
})

const picture = async (page: Page, name: string, language: string): Promise<void> => {
  await page.emulateMedia({ colorScheme: language === 'en' ? 'light' : 'dark' })
  if (shots !== undefined)
    writeFileSync(
      join(shots, `${name}-${language === 'en' ? 'light' : 'dark'}.png`),
      await smallPng(await page.screenshot()),
    )
}

for (const language of ['en', 'tr'] as const)
  test(`invited, a password chosen, forgotten, another one chosen, in ${language}: no findings`, { skip }, async () => {
    const email = `invited-${language}@people.example`
    const made = await openPeople(vezne).call('POST', '/invitations', { email, roles: ['pos-viewer'], language })
    assert.equal(made.status, 201, made.text)
    const seat = await seats.sit(null, language)
    const { page } = seat
    const found: string[] = []
    const look = async (name: string): Promise<void> =>
      void found.push(...(await inEveryLook(seat, `${name} ${language}`)))
    const choose = async (password: string, repeated = password): Promise<void> => {
      await page.locator('#password').fill(password)
      await page.locator('#repeated').fill(repeated)
      await page.locator('button[type=submit]').click()
    }

    const invitation = await mailTo(vezne, email)
    await page.goto(invitation.address)
    await look('invitation')
    await picture(page, 'invitation', language)
    await choose(PASSWORD, OTHER_PASSWORD)
    await page.locator('#fault:not(:empty)').waitFor()
    await look('invitation, refused')
    await choose(PASSWORD)
    await page.locator('[role=status]').waitFor()
    await look('invitation, done')

    await page.locator('main a[href*="sign-in"]').last().click()
    await page.locator('a[href*="forgotten"]').click()
    await look('forgotten password')
    await picture(page, 'forgotten-password', language)
    await page.locator('#tenant').fill('tenant-demo')
    await page.locator('#username').fill(email)
    await page.locator('button[type=submit]').click()
    await page.locator('[role=status]').waitFor()
    await look('forgotten password, sent')
    await page.goto((await mailTo(vezne, email, 2)).address)
    await choose(OTHER_PASSWORD)
    await page.locator('[role=status]').waitFor()
    assert.equal((await openPeople(vezne).logIn(email, OTHER_PASSWORD)).status, 200)

    await page.goto(invitation.address)
    await page.locator('#fault:not(:empty)').waitFor()
    await look('used link')
    found.push(...seat.complaints.filter((text) => !/status of (?:400|422)/.test(text)))
    assert.deepEqual(found, [])
    await seat.context.close()
  })
