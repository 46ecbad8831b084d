/** A change in a form replaces a record: what the form does not show stays, and what somebody else wrote meanwhile is not lost unseen. Part of `npm run checks -- console`. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildConsole } from '../../scripts/console/build.ts'
import { openBrowser, reportPagesOfFailures } from '../support/browser.ts'
import { openSeats, type Seats, settled } from '../support/console-seats.ts'
import { skip } from '../support/console-walk.ts'
import { makeFonts } from '../support/fonts.ts'
import { TENANT } from '../support/transfers.ts'
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

const HIDDEN = { first_name: 'Deniz', last_name: 'Ay', external_id: 'R-77', extra_properties_dict: { note: 'kept' } }
const call = async (method: string, path: string, body?: object) => {
  const headers = { 'x-tenant-id': TENANT, 'x-external-merchant-id': 'M-1001' }
  const token = await vezne.token('admin')
  const answer = await vezne.request('transfers', method, `/api/v1/recipients${path}`, { token, headers, body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body.data
}

test('a receiver that is edited keeps what the form does not show; a change of somebody else is shown first', {
  skip,
}, async () => {
  const id = await call('POST', '', { holder_name: 'Deniz Ay', ...HIDDEN })
  const { page } = await seats.sit('admin', 'en')
  const open = async () => {
    await page.goto(`${vezne.urls.console}/console/receivers`)
    await settled(page)
    await page.getByRole('button', { name: /^Change.*Deniz Ay$/ }).click()
    await page.getByLabel('Label').waitFor()
  }
  await open()
  await page.getByLabel('Label').fill('Supplier')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const edited = await call('GET', `/${id}`)
  assert.partialDeepStrictEqual(edited, { ...HIDDEN, label: 'Supplier' })

  await open()
  await call('PUT', `/${id}`, { holder_name: 'Deniz Ay', ...HIDDEN, external_id: 'R-78', label: 'Theirs' })
  await page.getByLabel('Label').fill('Ours')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Theirs').waitFor()
  assert.equal((await call('GET', `/${id}`)).label, 'Theirs')
})
