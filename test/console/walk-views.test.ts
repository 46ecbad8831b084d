/** Filters of a list saved under a name: applied, found in another browser of the person, not by another person, removed. Part of `npm run checks -- console`. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildConsole } from '../../scripts/console/build.ts'
import { openBrowser, reportPagesOfFailures } from '../support/browser.ts'
import { inEveryLook, openSeats, type Seat, type Seats, settled } from '../support/console-seats.ts'
import { skip } from '../support/console-walk.ts'
import { makeFonts } from '../support/fonts.ts'
import { until } from '../support/until.ts'
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

const WORDS = {
  en: { view: 'View', save: 'Save view', name: 'Name of the view', remove: 'Delete view', none: 'None' },
  tr: { view: 'Görünüm', save: 'Görünümü kaydet', name: 'Görünümün adı', remove: 'Görünümü sil', none: 'Yok' },
} as const

const toPayments = async ({ page }: Seat, search = ''): Promise<void> => {
  await page.goto(`${vezne.urls.console}/console/payments${search}`)
  await settled(page)
}

for (const language of ['en', 'tr'] as const)
  test(`a saved view, in ${language}: no findings`, { skip }, async () => {
    const words = WORDS[language]
    const seat = await seats.sit('finance', language)
    const { page } = seat
    const view = page.getByLabel(words.view, { exact: true })
    const searchOf = () => new URL(page.url()).search
    const name = 'İadeler <b>&amp;'

    await toPayments(seat)
    assert.equal(await page.getByRole('button', { name: words.save }).count(), 0, 'nothing is narrowed')
    await toPayments(seat, '?status=failed&sort=created')
    await page.getByRole('button', { name: words.save }).press('Enter')
    await page.getByLabel(words.name).fill(name)
    assert.deepEqual(await inEveryLook(seat, `naming ${language}`), [])
    await page.getByLabel(words.name).press('Enter')
    await view.waitFor()
    assert.equal(await view.locator('option:checked').textContent(), name)
    assert.deepEqual(await inEveryLook(seat, `saved ${language}`), [])

    await view.selectOption({ label: words.none })
    await until('no filter is left', async () => searchOf() === '')
    const other = await seats.sit('finance', language)
    await toPayments(other)
    await other.page.getByLabel(words.view, { exact: true }).selectOption({ label: name })
    await other.page.waitForURL(/status=failed/)
    assert.match(new URL(other.page.url()).search, /sort=created/)

    const colleague = await seats.sit('admin', language)
    await toPayments(colleague, '?status=failed')
    assert.equal(await colleague.page.getByLabel(words.view, { exact: true }).count(), 0, 'another person has none')
    await page.goto(`${vezne.urls.console}/console/refunds?status=failed`)
    await settled(page)
    assert.equal(await view.count(), 0, 'another list has none')

    await toPayments(seat, '?status=failed&sort=created')
    await page.getByRole('button', { name: words.remove }).click()
    await view.waitFor({ state: 'detached' })
    await page.reload()
    await settled(page)
    assert.equal(await view.count(), 0)

    await toPayments(seat, '?q=4546711234567894')
    await page.getByRole('button', { name: words.save }).click()
    await page.getByLabel(words.name).fill('card')
    await page.getByLabel(words.name).press('Enter')
    await page
      .locator('search [role=alert]')
      .getByText(/card number|kart numara/)
      .waitFor()
    const expected = /status of 400|4546/
    const complaints = [seat, other, colleague].flatMap((each) => each.complaints)
    assert.deepEqual(
      complaints.filter((each) => !expected.test(each)),
      [],
    )
    for (const each of [seat, other, colleague]) await each.context.close()
  })
