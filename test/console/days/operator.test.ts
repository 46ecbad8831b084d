/** The operator's day: a plan, a new organization, one suspended and let work again, a signing key, and the clock with what falls due. */
import assert from 'node:assert/strict'
import { SIGN_IN_TEXTS } from '../../../src/console/pages/sign-in-texts.ts'
import { dayOf, type Story } from '../../support/console-story.ts'
import { paymentBody } from '../../support/payments.ts'
import { heldId } from '../../support/reviews.ts'
import { until } from '../../support/until.ts'

const NAME = 'Okan Platform'
const CASHIER = 'Cem Kasiyer'
const WEEK_MS = 604_800_000

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any
type Person = Awaited<ReturnType<Story['signIn']>>

dayOf('an operator’s day', async (story, language) => {
  const operator = await story.signIn(NAME, language)
  const plan = await makePlan(story, operator)
  await makeTenant(story, operator, plan)
  await suspend(story, operator)
  await makeSigningKey(story, operator)
  await moveClock(story, operator)
  await operator.signOut(NAME)
  assert.deepEqual([...operator.refusals], [])
})

const makePlan = async (story: Story, operator: Person): Promise<string> => {
  const texts = operator.words.of('platform')
  const record = operator.words.of('record')
  await operator.go('/platform/plans')
  await operator.press(texts.addPlan)
  await operator.fill(record.name, 'Köşe dükkânı')
  await operator.fill(record.code, 'corner_shop')
  await operator.fill(texts.daily, '50')
  await operator.fill(texts.monthly, '0')
  await operator.fill(texts.perSecond, '5')
  await operator.page.getByRole('checkbox', { name: texts.card_payments, exact: true }).check()
  await operator.press(record.save)
  await operator.done(texts.addPlan)
  const { items } = (await story.ask('operator', 'identity/platform/plans?page_size=100')).body
  const plan = items.find((each: Row) => each.code === 'corner_shop')
  assert.deepEqual(
    [plan.name, plan.daily_transaction_limit, plan.features.map((each: Row) => each.code), plan.is_active],
    ['Köşe dükkânı', 50, ['card_payments'], true],
  )
  return plan.id
}

const makeTenant = async (story: Story, operator: Person, plan: string): Promise<void> => {
  const texts = operator.words.of('platform')
  const record = operator.words.of('record')
  await operator.go('/platform/tenants')
  await operator.press(texts.addTenant)
  await operator.fill(record.name, 'Kahve A.Ş.')
  await operator.fill(texts.slug, 'tenant-kahve')
  await operator.fill(texts.contact, 'kahve@demo.example')
  await operator.press(record.save)
  assert.equal(await operator.arrivedAt('/platform/tenants'), 'tenant-kahve')
  const read = async (): Promise<Row> => (await story.ask('operator', 'identity/platform/tenants/tenant-kahve')).body
  assert.deepEqual([(await read()).status, (await read()).display_name], ['active', 'Kahve A.Ş.'])
  await operator.press(texts.changePlan)
  await operator.choose(texts.plan, plan)
  await operator.press(record.save)
  await operator.done(texts.changePlan)
  assert.deepEqual([(await read()).plan_id, (await read()).plan_name], [plan, 'Köşe dükkânı'])
  await operator.sees('Köşe dükkânı')
}

/** Its people are refused at once, in sessions that are open and at the sign-in. */
const suspend = async (story: Story, operator: Person): Promise<void> => {
  const texts = operator.words.of('platform')
  const { language } = operator.words
  const cashier = await story.signIn(CASHIER, language)
  await operator.go('/platform/tenants')
  await operator.page.getByRole('link', { name: 'Demo Ticaret', exact: true }).click()
  assert.equal(await operator.arrivedAt('/platform/tenants'), 'tenant-demo')
  await operator.press(texts.suspend)
  await operator.fill(operator.words.of('common').reason, 'Fatura ödenmedi')
  await operator.press(texts.suspend)
  await operator.done(texts.suspendTitle('Demo Ticaret'))
  const status = async (): Promise<string> =>
    (await story.ask('operator', 'identity/platform/tenants/tenant-demo')).body.status
  assert.equal(await status(), 'suspended')

  const { page } = cashier
  await page.reload()
  await page.waitForURL('**/console/sign-in**')
  await page.getByRole('button', { name: new RegExp(`^${CASHIER}`) }).click()
  await cashier.sees(SIGN_IN_TEXTS[language].faults.realm_suspended ?? '')

  await operator.press(texts.activate)
  await operator.page.getByRole('dialog', { name: texts.activateTitle('Demo Ticaret') }).waitFor()
  await operator.press(texts.activate)
  await operator.done(texts.activateTitle('Demo Ticaret'))
  assert.equal(await status(), 'active')
  await page.getByRole('button', { name: new RegExp(`^${CASHIER}`) }).click()
  await page.waitForURL(`${story.base}/console/`)
  await cashier.go('/payments')
  await cashier.signOut(CASHIER)
}

const makeSigningKey = async (story: Story, operator: Person): Promise<void> => {
  const texts = operator.words.of('platform')
  const keys = async (): Promise<Row[]> =>
    (await story.ask('operator', 'identity/platform/realms/master/signing-keys')).body.items
  const before = await keys()
  await operator.go('/platform/signing-keys')
  await operator.press(texts.addKey)
  await operator.page.getByRole('dialog', { name: texts.addKeyTitle }).waitFor()
  await operator.press(texts.addKey)
  await operator.done(texts.addKeyTitle)
  const known = new Set(before.map(({ kid }) => kid))
  const [made] = (await keys()).filter(({ kid }) => !known.has(kid))
  assert.equal(made.status, 'published')
  await operator.sees(made.kid)
}

/** A payment that waits for an analyst is nobody's after its day. */
const moveClock = async (story: Story, operator: Person): Promise<void> => {
  const texts = operator.words.of('platform')
  const held = paymentBody({ buyer: { email: 'review@demo.example' } })
  const id = heldId(await story.tell('admin', 'POST', 'cards/payments', held, { 'x-external-merchant-id': 'M-1001' }))
  const now = async (): Promise<number> => Date.parse((await story.ask('operator', 'identity/sandbox/clock')).body.now)
  const before = await now()
  await operator.go('/platform/clock')
  await operator.press(texts.week)
  await operator.sees(texts.ran)
  assert.ok((await now()) - before >= WEEK_MS)
  await until('what waited too long has failed', async () => {
    const payment = await story.ask('admin', `cards/transactions/${id}`)
    return payment.body.status === 'failed'
  })
  const [alert] = (await story.ask('admin', `fraud/fraud/alerts?search_term=${id}`)).body.items
  assert.equal(alert.status, 'expired')
}
