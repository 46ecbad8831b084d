/** Files through the browser: a spreadsheet of transfers with a connection that is lost in the middle, evidence, a bank's file that is none; and days of a filter. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import iconv from 'iconv-lite'
import type { Page } from 'playwright-core'
import { reportPagesOfFailures } from '../support/browser.ts'
import { answerTo, findings, inEveryLook, lookOf, settled } from '../support/console-seats.ts'
import { LANGUAGES, skip, startWalk, type Walk } from '../support/console-walk.ts'
import { workbookOf } from '../support/small-zip.ts'
import { GOOD_IBAN, TENANT } from '../support/transfers.ts'

let walk: Walk
reportPagesOfFailures()
before(async () => {
  if (!skip) walk = await startWalk()
})
after(async () => {
  if (!skip) await walk.stop()
})

const LINES = 150
const HEAD = ['Alıcı', 'IBAN', 'Tutar', 'Referans']
const rowsOf = (prefix: string): string[][] =>
  Array.from({ length: LINES }, (_, at) => [`Şükrü Çiğdem ${at}`, GOOD_IBAN, '12,50', `${prefix}-${at}`])
const csvOf = (rows: readonly (readonly string[])[]): Buffer =>
  iconv.encode(rows.map((row) => row.join(';')).join('\r\n'), 'iso-8859-9')

const choose = (page: Page, name: string, buffer: Buffer): Promise<void> =>
  page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
const made = async (prefix: string): Promise<number> => {
  const { vezne } = walk.day.team
  const path = `/api/v1/transfers?search_term=${prefix}&page_size=1`
  const token = await vezne.token('admin')
  const { body } = await vezne.request('transfers', 'GET', path, { token, headers: { 'x-tenant-id': TENANT } })
  return body.total_count
}

test('a spreadsheet becomes transfers, once, though an answer is lost in the middle; what is wrong is told before', {
  skip,
}, async () => {
  const found: string[] = []
  for (const language of LANGUAGES) {
    const prefix = `file-${language}`
    const seat = await walk.seats.sit('finance', language)
    const { page } = seat
    await page.goto(`${walk.base}/console/transfers`)
    await settled(page)
    await page.locator('a[href$="/transfers/import"]').click()
    await page.locator('input[type=file]').waitFor()
    const faulty = [HEAD, ...rowsOf(prefix).slice(0, 3)]
    ;(faulty[2] as string[])[2] = '1.250'
    ;(faulty[3] as string[])[1] = 'TR170090100000000000009000'
    await choose(page, 'salaries.csv', csvOf(faulty))
    await page.locator('button[type=submit]').click()
    await page.locator('.import-faults tbody tr').nth(1).waitFor()
    const told = await page.locator('.import-faults tbody tr').allInnerTexts()
    assert.match(told[0] ?? '', /^3\b.*1\.250/s)
    assert.match(told[1] ?? '', /^4\b.*IBAN/s)
    found.push(...(await inEveryLook(seat, `import faults ${language}`)))

    const workbook = workbookOf([HEAD, ...rowsOf(prefix)])
    await choose(page, 'salaries.xlsx', workbook)
    await page.locator('button[type=submit]').click()
    const make = page.locator('button.primary', { hasText: String(LINES) })
    await make.waitFor()
    assert.equal(await made(prefix), 0)
    found.push(...(await inEveryLook(seat, `import checked ${language}`)))
    let sent = 0
    await page.route(/\/transfers\/bulk\/create$/, async (route) => {
      if (++sent !== 2) return route.continue()
      const made = await answerTo(route)
      assert.equal(made.status(), 201)
      return route.abort()
    })
    await make.click()
    await page.locator('.form-end a[href*="/transfers"]').waitFor()
    assert.equal(sent, 3)
    assert.equal(await made(prefix), LINES)
    found.push(...(await inEveryLook(seat, `import done ${language}`)))
    const [result] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.form-end button').first().click(),
    ])
    assert.match(result.suggestedFilename(), /\.csv$/)

    // The same file again: what exists is left out.
    await page.goto(`${walk.base}/console/transfers/import`)
    await choose(page, 'salaries.xlsx', workbook)
    await page.locator('button[type=submit]').click()
    await page.locator('.notice.waits').waitFor()
    assert.equal(await page.locator('.form-end .primary').count(), 0)
    found.push(...(await findings(seat, `import again ${language}`)))
    found.push(...seat.complaints.filter((text) => !/ERR_FAILED/.test(text)))
    await seat.context.close()
  }
  assert.deepEqual(found, [])
})

test('evidence and a bank’s file: what they are not is told, what they are is kept', { skip }, async () => {
  const seat = await walk.seats.sit('admin', 'en')
  const { page } = seat
  await page.goto(`${walk.base}/console${walk.day.addressOf('/chargebacks/$id')}`)
  await settled(page)
  await page.getByRole('region', { name: 'Documents' }).getByRole('button').first().click()
  await choose(page, 'note.pdf', Buffer.from('no document at all'))
  await page.locator('.dialog button[type=submit]').click()
  await page.locator('.dialog .notice.bad').waitFor()
  await choose(page, 'invoice "2".pdf', Buffer.from('%PDF-1.7\n%%EOF\n'))
  await page.locator('.dialog button[type=submit]').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'invoice "2".pdf' }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'invoice "2".pdf' }).click(),
  ])
  assert.ok(file.suggestedFilename().endsWith('.pdf'))

  await page.goto(`${walk.base}/console/reconciliations`)
  await settled(page)
  await page.locator('.actions button').first().click()
  await choose(page, 'day.csv', Buffer.from('H;1;SIMBANK\nD;1;2'))
  await page.getByLabel(/checksum itself/).fill('0'.repeat(64))
  await page.locator('.dialog button[type=submit]').click()
  await page.locator('.dialog .notice.bad, .dialog .fault').first().waitFor()
  assert.deepEqual(
    seat.complaints.filter((text) => !/Failed to load resource/.test(text)),
    [],
  )
  await seat.context.close()
})

test('own days of a filter stand in the address, and Back brings the ones before', { skip }, async () => {
  const found: string[] = []
  for (const path of ['/payments', '/settlements', '/transfers', '/alerts', '/audit']) {
    const seat = await walk.seats.seatOf('admin', 'tr')
    const { page } = seat
    await page.goto(`${walk.base}/console${path}?period=own&from=2020-01-01&to=2020-01-31`)
    await settled(page)
    assert.equal(await page.locator('.state-title').count(), 1, `${path}: nothing matches`)
    const last = page.locator('.pick input').nth(1)
    await last.fill('2999-12-31')
    await page.waitForURL(/to=2999-12-31/)
    await settled(page)
    assert.ok((await page.locator('tbody tr').count()) > 0, path)
    found.push(...(await inEveryLook(seat, `own days ${path}`)))
    await lookOf(seat, 'light', 1_280)
    await page.locator('.filters select').last().selectOption('yesterday')
    await page.waitForURL((url) => !url.searchParams.has('from') && url.searchParams.get('period') === 'yesterday')
    found.push(...seat.complaints)
  }
  assert.deepEqual(found, [])
})
