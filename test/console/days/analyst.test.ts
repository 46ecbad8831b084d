/** A fraud analyst's day: alerts are decided, an address is blacklisted; a rule is written by one, tried on the past, and activated by another. */
import assert from 'node:assert/strict'
import { dayOf, type Story } from '../../support/console-story.ts'
import { paymentBody } from '../../support/payments.ts'
import { openPeople, PASSWORD } from '../../support/people.ts'
import { heldId } from '../../support/reviews.ts'
import { until } from '../../support/until.ts'

const NAME = 'Ada Analist'
const ACTIVATOR = 'Deniz Yönetici'
const ANALYST_ID = '00000000-0000-4000-8000-000000000083'
const HELD = 'review@demo.example'
const WHY = 'Alıcıyla telefonda görüşüldü'

type Person = Awaited<ReturnType<Story['signIn']>>

dayOf('a fraud analyst’s day', async (story, language) => {
  await prepare(story)
  const analyst = await story.signIn(NAME, language)
  // What the role cannot do is no first step.
  assert.equal(await analyst.page.locator('.first-steps').count(), 0)
  await decide(story, analyst, 'approve')
  await decide(story, analyst, 'reject')
  await block(story, analyst)
  // Rules are written by others.
  await analyst.go('/rules')
  const newRule = analyst.words.of('rules').newRule
  assert.equal(await analyst.page.getByRole('link', { name: newRule }).count(), 0)
  await analyst.signOut(NAME)
  assert.deepEqual([...analyst.refusals], [])
  await writeRule(story, language)
})

const prepare = async (story: Story): Promise<void> => {
  const setting = { key: 'fraud.rules_four_eyes', value: 'true' }
  assert.equal((await story.tell('admin', 'POST', 'cards/settings', setting)).status, 201)
}

const pay = (story: Story, email: string, amount = 15_000) =>
  story.tell(
    'admin',
    'POST',
    'cards/payments',
    paymentBody({ buyer: { email }, amount: { amount, currency: 'TRY' } }),
    { 'x-external-merchant-id': 'M-1001' },
  )

const decide = async (story: Story, analyst: Person, verb: 'approve' | 'reject'): Promise<void> => {
  const texts = analyst.words.of('alerts')
  const { page } = analyst
  const id = heldId(await pay(story, HELD))
  await analyst.go('/alerts')
  await page.getByRole('searchbox', { name: texts.find }).fill(id)
  await page.waitForURL(`**/alerts?q=${id}`)
  await page.locator('.row-link').first().click()
  const alert = await analyst.arrivedAt('/alerts')
  assert.equal((await story.ask('admin', `fraud/fraud/alerts/${alert}`)).body.external_txn_id, id)
  await analyst.press(texts[`${verb}It`])
  await analyst.fill(texts.note, WHY)
  await analyst.press(texts[`${verb}It`])
  await analyst.done(texts[`${verb}Title`])
  const { status, reviewed_by, notes } = (await story.ask('admin', `fraud/fraud/alerts/${alert}`)).body
  assert.deepEqual([status, reviewed_by, notes], [verb === 'approve' ? 'approved' : 'rejected', ANALYST_ID, WHY])
  const payment = (await story.ask('admin', `cards/transactions/${id}`)).body
  assert.equal(payment.status, verb === 'approve' ? 'completed' : 'failed')
  await analyst.sees(WHY)
}

const block = async (story: Story, analyst: Person): Promise<void> => {
  const texts = analyst.words.of('blacklist')
  const email = 'thief@demo.example'
  assert.equal((await pay(story, email)).status, 200)
  await analyst.go('/blacklist')
  await analyst.press(texts.add)
  await analyst.choose(texts.kind, 'email')
  await analyst.fill(texts.value, email)
  await analyst.fill(analyst.words.of('common').reason, WHY)
  await analyst.press(texts.put)
  await analyst.done(texts.add)
  const [entry] = (await story.ask('admin', 'fraud/fraud/blacklist')).body.items
  assert.deepEqual([entry.entry_type, entry.reason, entry.is_active], ['email', WHY, true])
  assert.equal((await pay(story, email)).body.code, 'fraud_blocked')
}

/** Who was made by one person decides nothing until another has confirmed it. */
const admit = async (story: Story, id: string): Promise<void> => {
  const confirmed = await story.tell('admin', 'POST', `identity/users/${id}/confirm`)
  assert.equal(confirmed.status, 200, confirmed.text)
}

const writeRule = async (story: Story, language: 'en' | 'tr'): Promise<void> => {
  const people = openPeople(story.team.vezne)
  const person = await people.make('rule-author', { roles: ['fraud-admin'], firstName: 'Rıza', lastName: 'Kuralcı' })
  await admit(story, person)
  const author = await story.signInByPassword('tenant-demo', 'rule-author', PASSWORD, language)
  const { page } = author
  const texts = author.words.of('rules')
  const json = page.getByRole('textbox', { name: texts.json, exact: true })
  await author.go('/rules')
  await page.getByRole('link', { name: texts.newRule, exact: true }).click()
  await json.fill('{">":[{"var":"amount_minor"},300000]}')
  const value = page.getByRole('textbox', { name: texts.value, exact: true })
  assert.equal(await value.inputValue(), '300000')
  await value.fill('200000')
  assert.deepEqual(JSON.parse(await json.inputValue()), { '>': [{ var: 'amount_minor' }, 200_000] })
  await author.fill(texts.code, 'LARGE')
  await author.fill(texts.name, 'Large payments')
  await author.press(texts.create)
  await page.waitForURL(/\/rules\/[0-9a-f-]{36}$/)
  const id = await author.arrivedAt('/rules')
  const read = async () => (await story.ask('admin', `fraud/fraud/rules/${id}`)).body
  const made = await read()
  assert.deepEqual([made.is_active, made.is_shadow, made.action], [false, true, 'review'])

  await tryOnThePast(story, author, id)

  await page.reload()
  await until('the author is told why', () => author.button(texts.activate).isDisabled())
  assert.equal(await author.refusalOf(texts.activate), author.words.of('record').ownChange)
  assert.equal((await read()).is_active, false)
  assert.deepEqual([...author.refusals], [])
  await author.signOut('Rıza Kuralcı')

  const activator = await story.signIn(ACTIVATOR, language)
  await activator.go('/rules')
  await activator.page.getByRole('link', { name: 'Large payments', exact: true }).click()
  assert.equal(await activator.arrivedAt('/rules'), id)
  await activator.press(texts.activate)
  await activator.page.getByRole('dialog', { name: texts.activateTitle }).waitFor()
  await activator.press(texts.activate)
  await activator.done(texts.activateTitle)
  assert.deepEqual([(await read()).is_active, (await read()).is_shadow], [true, true])
  const large = await pay(story, 'large@demo.example', 250_000)
  assert.equal(large.body.status, 'completed')
  const log = (await story.ask('admin', `fraud/fraud/logs?search_term=${large.body.transaction_id}`)).body.items[0]
  assert.match(log.reason_codes, /shadow:LARGE/)
  await activator.signOut(ACTIVATOR)
  assert.deepEqual([...activator.refusals], [])
}

/** As it is saved, and as it stands in the form, beside each other. */
const tryOnThePast = async (story: Story, { page, press, words }: Person, id: string): Promise<void> => {
  const texts = words.of('rules')
  const past = await pay(story, 'past@demo.example', 900_000)
  assert.equal(past.body.status, 'completed', past.text)
  const tried = await story.tell('admin', 'POST', `fraud/fraud/rules/${id}/test`, { days: 7 })
  assert.equal(tried.body.matched, 1, tried.text)
  await page.getByRole('textbox', { name: texts.json, exact: true }).fill('{">":[{"var":"amount_minor"},100000000]}')
  await press(texts.tryIt)
  const matchedIn = async (title: string): Promise<string | null> => {
    const row = page.getByRole('region', { name: title, exact: true }).locator('dl > div', { hasText: texts.matched })
    return row.locator('dd').first().textContent()
  }
  assert.deepEqual([await matchedIn(texts.before), await matchedIn(texts.after)], ['1', '0'])
}
