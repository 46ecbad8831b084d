/** What takes two people, at the console: whoever asks is told that it waits and where, sees it, and may take it back; another person finds it among the approvals and decides. Part of `npm run checks -- console`. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildConsole } from '../../scripts/console/build.ts'
import { openBrowser } from '../support/browser.ts'
import { type Person, personAt } from '../support/console-person.ts'
import { inEveryLook, openSeats, type Seats, settled } from '../support/console-seats.ts'
import { LANGUAGES, shots, skip } from '../support/console-walk.ts'
import { readConsoleWords } from '../support/console-words.ts'
import { makeFonts } from '../support/fonts.ts'
import { paymentBody } from '../support/payments.ts'
import { openPeople, PASSWORD } from '../support/people.ts'
import { FALLBACK, MARKET, PRIMARY, startTwoPeople, type TwoPeople } from '../support/two-banks.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any
type Language = (typeof LANGUAGES)[number]

let two: TwoPeople
let browser: Awaited<ReturnType<typeof openBrowser>>
let seats: Seats
let base: string
/** Token of the demo administrator, who is another person than the demo key. */
let administrator: string
const TENANT = 'tenant-demo'
before(async () => {
  if (skip) return
  await buildConsole(() => undefined)
  two = await startTwoPeople()
  base = two.vezne.urls.console.replace('127.0.0.1', 'localhost')
  browser = await openBrowser(makeFonts())
  seats = openSeats(browser, base)
  await makeSecond()
  await two.only(PRIMARY, FALLBACK)
  await two.wantTwo()
  for (const key of ['chargebacks.four_eyes', 'fraud.rules_four_eyes'])
    await api('cards', 'POST', '/settings', { key, value: 'true' })
})
after(async () => {
  if (skip) return
  await browser.close()
  await two.vezne.stop()
})

const api = async (
  surface: 'cards' | 'fraud' | 'identity',
  method: string,
  path: string,
  body?: object,
): Promise<Json> => {
  const answer = await two.vezne.request(surface, method, `/api/v1${path}`, {
    token: await two.vezne.token('admin'),
    ...(body === undefined ? {} : { body }),
    ...(path === '/payments' ? { headers: { 'x-merchant-id': MARKET } } : {}),
  })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

/** An administrator beside the demo one. */
const makeSecond = async (): Promise<void> => {
  const people = openPeople(two.vezne)
  const id = await people.make('second', { roles: ['tenant-admin'], firstName: 'Selin', lastName: 'Ikinci' })
  administrator = await people.token('admin@demo.example', people.demoPassword('admin@demo.example'))
  const { changeId } = (await people.call('GET', `/${id}`)).body.data
  const confirmed = await people.call('POST', `/${id}/confirm`, { changeId }, administrator)
  assert.ok(confirmed.status < 300, confirmed.text)
}

const first = async (language: Language): Promise<Person> =>
  personAt(await seats.sit('admin', language), await readConsoleWords(language), base)
const second = async (language: Language): Promise<Person> => {
  const seat = await seats.sit(null, language)
  await seat.page.goto(`${base}/console/sign-in?lang=${language}`)
  for (const [name, value] of Object.entries({ tenant: TENANT, username: 'second', password: PASSWORD }))
    await seat.page.locator(`input[name=${name}]`).fill(value)
  await seat.page.locator('input[name=password]').press('Enter')
  await seat.page.waitForURL(`${base}/console/`)
  return personAt(seat, await readConsoleWords(language), base)
}
const open = async ({ page }: Person, path: string): Promise<void> => {
  await page.goto(`${base}/console${path}`)
  await settled(page)
}
const picture = async ({ page }: Person, name: string): Promise<void> => {
  if (shots) await page.screenshot({ path: join(shots, `waiting-${name}.png`), fullPage: true })
}
/** The notice of a change that waits, or the card of a queue. */
const notice = ({ page }: Person) => page.locator('main .notice.waits')
const queue = ({ page }: Person, title: string) =>
  page.locator('section.queue', { has: page.getByRole('heading', { name: title, exact: true }) })
/** It says that it waits, and leads to the approvals, where `row` is then. */
const isTold = async (person: Person, title: string, row: RegExp | string): Promise<void> => {
  const { page, words } = person
  const texts = words.of('frame')
  await page.locator('.waiting-write').getByText(texts.notYet).waitFor()
  await page.locator('.waiting-write').getByRole('link', { name: texts.whereDecided }).click()
  await settled(page)
  await queue(person, title).getByText(row).first().waitFor()
}
const edit = async (person: Person, button: string, title: string, changes: Readonly<Record<string, string>>) => {
  await person.press(button)
  await person.page.getByRole('dialog').getByRole('textbox').first().waitFor()
  for (const [label, value] of Object.entries(changes)) await person.fill(label, value)
  await person.press(person.words.of('record').save)
  await person.done(title)
}

for (const language of LANGUAGES)
  test(`another external id of a merchant in use: ${language}`, { skip }, async () => {
    await api('cards', 'POST', '/payments', paymentBody())
    const read = () => api('identity', 'GET', `/merchants/${MARKET}`)
    const { external_id: counts } = await read()
    const asked = `SHOP-${language}`
    const one = await first(language)
    const texts = one.words.of('merchants')
    const record = one.words.of('record')
    const queues = one.words.of('approvals')
    await open(one, `/merchants/${MARKET}`)
    await edit(one, record.edit, texts.change, { [texts.external]: asked })
    await picture(one, `merchant-told-${language}`)
    for (const text of [counts, asked, /Ayşe|Admin|\(/]) await notice(one).getByText(text).first().waitFor()
    assert.equal(await notice(one).getByRole('button', { name: record.confirm }).count(), 0)
    await isTold(one, queues.merchants, asked)
    await picture(one, `approvals-own-${language}`)

    // A telephone number says nothing about the name that waits.
    await open(one, `/merchants/${MARKET}`)
    await edit(one, record.edit, texts.change, { [record.phone]: '+902121110001' })
    assert.deepEqual([(await read()).external_id, (await read()).awaited_external_id], [counts, asked])
    const other = await second(language)
    await open(other, `/merchants/${MARKET}`)
    await edit(other, record.edit, texts.change, { [record.phone]: '+902121110002' })
    assert.deepEqual([(await read()).external_id, (await read()).awaited_external_id], [counts, asked])
    assert.equal(await other.page.locator('.waiting-write').count(), 0)

    await open(one, `/merchants/${MARKET}`)
    await notice(one).getByRole('button', { name: record.withdraw }).click()
    await one.press(record.withdraw)
    await one.done(record.withdrawChange)
    assert.equal((await read()).awaits, null)
    await edit(one, record.edit, texts.change, { [texts.external]: asked })

    await open(other, '/approvals')
    await picture(other, `approvals-${language}`)
    await queue(other, queues.merchants).getByRole('link').first().click()
    await other.page.waitForURL(`**/merchants/${MARKET}`)
    await settled(other.page)
    await picture(other, `merchant-second-${language}`)
    await notice(other).getByRole('button', { name: record.reject }).waitFor()
    await notice(other).getByRole('button', { name: record.confirm }).click()
    await other.press(record.confirm)
    await other.done(record.confirmChange)
    assert.deepEqual([(await read()).external_id, (await read()).awaits], [asked, null])
    assert.equal(await other.page.locator('.waiting-write').count(), 0)
  })

for (const language of LANGUAGES)
  test(`larger limits of a key wait through an edit of its name: ${language}`, { skip }, async () => {
    const made = await api('identity', 'POST', '/tenants/me/api-keys', {
      display_name: `Till ${language}`,
      daily_limit_override: 5,
    })
    const { id, change_id } = made.api_key
    const decided = await two.vezne.request('identity', 'POST', `/api/v1/tenants/me/api-keys/${id}/confirm`, {
      token: administrator,
      body: { change_id },
    })
    assert.equal(decided.status, 200, decided.text)
    await api('identity', 'PATCH', `/tenants/me/api-keys/${id}`, { daily_limit_override: 50 })
    const read = () => api('identity', 'GET', `/tenants/me/api-keys/${id}`)
    const other = await first(language)
    const texts = other.words.of('keys')
    const record = other.words.of('record')
    await open(other, '/keys')
    await other.pressOf(texts.edit, `Till ${language}`)
    await other.fill(texts.name, `Kasa ${language}`)
    await other.press(texts.save)
    await other.done(texts.editTitle)
    const named = await read()
    assert.deepEqual(
      [named.awaited, named.daily_limit_override, named.display_name],
      [{ daily_limit_override: 50 }, 5, `Kasa ${language}`],
    )
    await open(other, '/approvals')
    await queue(other, other.words.of('approvals').keys).getByText(`Kasa ${language}`).waitFor()
    await open(other, '/keys')
    await other.pressOf(texts.confirm, `Kasa ${language}`)
    await other.page.getByRole('dialog').getByText('daily_limit_override').waitFor()
    await picture(other, `key-confirm-${language}`)
    await other.page.keyboard.press('Escape')
    await other.pressOf(record.withdraw, `Kasa ${language}`)
    await other.press(record.withdraw)
    await other.done(record.withdrawAwaited)
    assert.equal((await read()).awaited, null)
  })

for (const language of LANGUAGES)
  test(`what takes checks off, redirects payments, or ends a chargeback: ${language}`, { skip }, async () => {
    const one = await first(language)
    const record = one.words.of('record')
    const queues = one.words.of('approvals')
    const value = `203.0.113.${language === 'en' ? 7 : 8}`
    const address = value.replace('113', '***')
    await api('fraud', 'POST', '/fraud/blacklist', {
      entry_type: 'ip',
      value,
      display_value: address,
      reason: 'tried',
    })
    await open(one, '/blacklist')
    await one.page.locator('tr', { hasText: address }).getByRole('button').click()
    await one.page.getByRole('dialog').locator('button[type=submit]').click()
    await one.page.locator('.waiting-write').waitFor()
    await notice(one).getByText(address).first().waitFor()
    await picture(one, `blacklist-${language}`)
    await isTold(one, queues.checks, address)

    const profile = { connector_config_id: FALLBACK, sub_merchant_id: `SUB-${language}` }
    const made = await api('cards', 'POST', `/merchants/${MARKET}/bank-profiles`, profile)
    await open(one, '/approvals')
    await queue(one, queues.profiles).getByText(`SUB-${language}`).waitFor()
    const path = `/merchants/${MARKET}/bank-profiles/${made.id}/reject`
    await api('cards', 'POST', path, { change_id: made.pending_change.id })

    const paid = await api('cards', 'POST', '/payments', paymentBody())
    const { id } = await api('cards', 'POST', '/chargebacks', { transaction_id: paid.transaction_id, amount: 100 })
    const texts = one.words.of('chargebacks')
    await open(one, `/chargebacks/${id}`)
    await one.press(texts.lose)
    await one.page.getByRole('dialog').getByRole('button', { name: texts.lose, exact: true }).click()
    await one.done(texts.loseTitle)
    await notice(one).getByText(texts.awaitsLost).waitFor()
    await picture(one, `chargeback-${language}`)
    await isTold(one, queues.chargebacks, queues.lost)
    const other = await second(language)
    await open(other, `/chargebacks/${id}`)
    await notice(other).getByRole('button', { name: record.confirm }).click()
    await other.page.getByRole('dialog').getByRole('button', { name: texts.lose, exact: true }).click()
    await other.done(texts.loseTitle)
    assert.equal((await api('cards', 'GET', `/chargebacks/${id}`)).status, 'lost')
    await open(other, '/approvals')
    assert.deepEqual(
      await inEveryLook({ page: other.page, context: other.page.context(), complaints: [] }, 'approvals'),
      [],
    )
  })
