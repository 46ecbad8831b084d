/** A person's own account in a browser: password, second factor from the QR code to the switch, sessions. Part of `npm run checks -- console`. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildConsole } from '../../scripts/console/build.ts'
import { openBrowser, reportPagesOfFailures } from '../support/browser.ts'
import { inEveryLook, openSeats, type Seats, settled } from '../support/console-seats.ts'
import { skip } from '../support/console-walk.ts'
import { makeFonts } from '../support/fonts.ts'
import { codeAt, OTHER_PASSWORD, openPeople, PASSWORD } from '../support/people.ts'
import { noteKnown } from '../support/seen.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

let vezne: Vezne
let browser: Awaited<ReturnType<typeof openBrowser>>
let seats: Seats
reportPagesOfFailures()
before(async () => {
  if (skip) return
  await buildConsole(() => undefined)
  vezne = await startVezne()
  browser = await openBrowser(makeFonts())
  seats = openSeats(browser, vezne.urls.console)
})
after(async () => {
  if (skip) return
  await browser.close()
  await vezne.stop()
})

for (const language of ['en', 'tr'] as const)
  test(`one’s own password, second factor and sessions, in ${language}: no findings`, { skip }, async () => {
    const username = `owner-${language}`
    const email = `${username}@people.example`
    const people = openPeople(vezne)
    await people.make(username)
    const seat = await seats.sit(null, language)
    const { page } = seat
    const base = vezne.urls.console
    const found: string[] = []
    const look = async (name: string): Promise<void> =>
      void found.push(...(await inEveryLook(seat, `${name} ${language}`)))
    const field = (name: string) => page.locator(`.dialog input[name=${name}]`)
    const submit = () => page.locator('.dialog button[type=submit]').click()
    const dialogGone = () => page.locator('.dialog').first().waitFor({ state: 'detached' })
    const card = (at: number) => page.locator('main .card').nth(at).locator('.card-head button')

    await page.goto(`${base}/console/sign-in?lang=${language}&next=/console/account`)
    await page.locator('#tenant').fill('tenant-demo')
    await page.locator('#username').fill(email)
    await page.locator('#password').fill(PASSWORD)
    await page.locator('main > form button[type=submit]').click()
    await page.waitForURL(`${base}/console/account`)
    await settled(page)
    await look('account')
    await page.locator('button.person').click()
    await page.getByRole('menuitem').first().waitFor()
    await page.getByRole('menuitem').first().click()
    await settled(page)

    await card(1).click()
    await field('password').fill(PASSWORD)
    await field('new_password').fill(OTHER_PASSWORD)
    await field('repeated').fill(PASSWORD)
    await submit()
    await page.locator('.dialog p.notice.bad').waitFor()
    await look('passwords unlike')
    await field('repeated').fill(OTHER_PASSWORD)
    await submit()
    await dialogGone()
    assert.equal((await people.logIn(username, OTHER_PASSWORD)).status, 200)

    await card(2).click()
    await field('password').fill(OTHER_PASSWORD)
    await submit()
    await page.locator('.qr').waitFor()
    const secret = (await page.locator('.dialog .id code').textContent()) ?? ''
    noteKnown('secret', secret)
    await look('QR code')
    await field('otp').fill('12345')
    await submit()
    await page.locator('.dialog .notice.bad, .dialog .fault').first().waitFor()
    const code = codeAt(secret)
    await field('otp').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await submit()
    await page.locator('.recovery-codes').waitFor()
    const codes = await page.locator('.recovery-codes code').allTextContents()
    for (const each of codes) noteKnown('secret', each)
    assert.equal(codes.length, 10)
    await look('recovery codes')

    // Every session has ended: the next thing that is read asks for the person, and then for the code.
    const signInAgain = async (recovery?: string): Promise<void> => {
      await field('password').waitFor()
      await field('password').fill(OTHER_PASSWORD)
      await submit()
      if (recovery !== undefined) {
        await field('otp').waitFor()
        await field('otp').fill(recovery)
        await submit()
      }
      await dialogGone()
      await settled(page)
    }
    await page.locator('.dialog .button.primary').click()
    await signInAgain(codes[0])
    await card(2).nth(1).waitFor()
    await look('second factor on')
    await card(2).nth(1).click()
    await field('password').fill(OTHER_PASSWORD)
    await field('otp').fill(codes[1] as string)
    await look('switch off')
    await submit()
    await page.locator('.dialog input[name=otp]').waitFor({ state: 'detached' })
    await signInAgain()
    await page.locator('main .card').nth(2).locator('.button.primary').waitFor()

    const other = await seats.sit(null, language)
    await other.page.goto(`${base}/console/sign-in?lang=${language}`)
    await other.page.locator('#tenant').fill('tenant-demo')
    await other.page.locator('#username').fill(email)
    await other.page.locator('#password').fill(OTHER_PASSWORD)
    await other.page.locator('main > form button[type=submit]').click()
    await other.page.waitForURL(`${base}/console/`)
    await page.reload()
    await settled(page)
    const ends = page.locator('main .card').nth(4).locator('tbody button')
    await ends.first().click()
    await ends.first().waitFor({ state: 'detached' })
    assert.equal(await page.locator('main .card').nth(4).locator('tbody tr').count(), 1)
    await card(4).click()
    await page.waitForURL('**/console/sign-in')
    found.push(...seat.complaints.filter((text) => !/status of (?:400|401|422)/.test(text)))
    assert.deepEqual(found, [])
    await seat.context.close()
    await other.context.close()
  })
