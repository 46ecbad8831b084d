/** A passkey in a browser with a device of its own: made on the account's screen, signs in, confirms, is removed; and where there can be none. Part of `npm run checks -- console`. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildConsole } from '../../scripts/console/build.ts'
import { openBrowser, reportPagesOfFailures } from '../support/browser.ts'
import { inEveryLook, openSeats, type Seat, type Seats, settled } from '../support/console-seats.ts'
import { skip } from '../support/console-walk.ts'
import { makeFonts } from '../support/fonts.ts'
import { openPeople, PASSWORD } from '../support/people.ts'
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
  base = `http://localhost:${new URL(vezne.urls.console).port}`
  seats = openSeats(browser, base)
})
after(async () => {
  if (skip) return
  await browser.close()
  await vezne.stop()
})

const WORDS = {
  en: {
    add: 'Add a passkey',
    remove: 'Remove',
    go: 'Go on',
    signIn: 'Sign in with a passkey',
    confirm: 'Use a passkey',
  },
  tr: {
    add: 'Geçiş anahtarı ekle',
    remove: 'Kaldır',
    go: 'Devam et',
    signIn: 'Geçiş anahtarıyla oturum aç',
    confirm: 'Geçiş anahtarı kullan',
  },
} as const

/** Unlocked by a finger that is always there. It is plugged in while it is used: whoever else asks the browser about the page unplugs it. */
const openDevice = ({ context, page }: Seat) => {
  let kept: object[] = []
  return async (use: () => Promise<void>): Promise<void> => {
    const devTools = await context.newCDPSession(page)
    await devTools.send('WebAuthn.enable')
    const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    for (const credential of kept)
      await devTools.send('WebAuthn.addCredential', { authenticatorId, credential: credential as never })
    await use()
    kept = (await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials
    await devTools.detach()
  }
}

for (const language of ['en', 'tr'] as const)
  test(`a passkey from its making to its end, in ${language}: no findings`, { skip }, async () => {
    const words = WORDS[language]
    const name = `passkey-${language}`
    await openPeople(vezne).make(name)
    const seat = await seats.sit(null, language)
    const { page, context } = seat
    const withDevice = openDevice(seat)
    const found: string[] = []
    const look = async (what: string): Promise<void> =>
      void found.push(...(await inEveryLook(seat, `${what} ${language}`)))
    const button = (text: string) => page.getByRole('button', { name: text })

    await page.goto(`${base}/console/sign-in?lang=${language}&next=/console/account`)
    await button(words.signIn).waitFor()
    await look('sign-in with passkeys')
    await page.locator('#tenant').fill('tenant-demo')
    await page.locator('#username').fill(name)
    await page.locator('#password').fill(PASSWORD)
    await page.locator('main > form button[type=submit]').click()
    await page.waitForURL(`${base}/console/account`)
    await settled(page)

    await button(words.add).click()
    await page.locator('.dialog input[name=name]').fill('Laptop <b>')
    await look('naming a passkey')
    await withDevice(async () => {
      await button(words.go).click()
      await page.getByRole('cell', { name: 'Laptop <b>', exact: true }).waitFor()
    })
    await look('a passkey')

    await context.clearCookies()
    await page.goto(`${base}/console/sign-in?lang=${language}&next=/console/account`)
    await withDevice(async () => {
      await button(words.signIn).press('Enter')
      await page.waitForURL(`${base}/console/account`)
      await settled(page)
    })

    await vezne.moveClock(6 * 60_000)
    await button('Laptop <b>').click()
    await button(words.confirm).waitFor()
    await look('confirming by a passkey')
    await withDevice(async () => {
      await button(words.confirm).click()
      await page.getByRole('cell', { name: 'Laptop <b>', exact: true }).waitFor({ state: 'detached' })
    })

    await context.clearCookies()
    await page.goto(`${base}/console/sign-in?lang=${language}`)
    await withDevice(async () => {
      await button(words.signIn).click()
      await page.locator('#fault', { hasText: /./ }).waitFor()
    })
    await look('a passkey that counts no more')
    assert.deepEqual(found, [])
    const expected = /status of 40[13]/ // the refusals of above
    assert.deepEqual(
      seat.complaints.filter((each) => !expected.test(each)),
      [],
    )
    await context.close()
  })

test('on an address without a name the account says where passkeys are known', { skip }, async () => {
  const seat = await openSeats(browser, vezne.urls.console).sit('finance', 'en')
  await seat.page.goto(`${vezne.urls.console}/console/account`)
  await settled(seat.page)
  assert.equal(await seat.page.getByRole('link', { name: base }).getAttribute('href'), `${base}/console/account`)
  assert.equal(await seat.page.getByRole('button', { name: 'Add a passkey' }).count(), 0)
  assert.deepEqual(await inEveryLook(seat, 'no passkeys here'), [])
  await seat.page.goto(`${vezne.urls.console}/console/sign-in`)
  assert.equal(await seat.page.locator('#passkey').isVisible(), false)
  assert.deepEqual(seat.complaints, [])
  await seat.context.close()
})
