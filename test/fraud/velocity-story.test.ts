/** Velocity as a shop, a finance team and an analyst meet it: over HTTP, with repeats, 3D Secure, bulk calls and changes of rules. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { backfillDueTenants } from '../../src/fraud/velocity/backfill-velocity.ts'
import { sumAllDeclines } from '../../src/fraud/velocity/velocity-jobs.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { atLeast, freshCard, openVelocityShop, passedOf } from '../support/velocity-shop.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const shop = use(openVelocityShop)

const codeOf = ({ body }: { body: { code?: string; status?: string } }): string | undefined => body.code ?? body.status
const count = async (table: string): Promise<number> =>
  Number((await shop.rows(`select count(*) from ${table}`, []))[0].count)
/** What a new rule counts has been filled in, once at least. */
const filled = (): Promise<void> =>
  until('the past is filled in', async () => {
    const rows = await shop.rows('select filled_at from fraud_counted', [])
    return rows.length > 0 && rows.every(({ filled_at }) => filled_at !== null)
  })

test('while no rule counts, no entries are stored', async () => {
  assert.equal((await shop.pay({ card: freshCard() })).status, 200)
  assert.equal(await count('fraud_velocity'), 0)
})

test('a card tried six times in a minute is challenged, then blocked; ten minutes later it is a card like any other', async () => {
  const drops = [
    await shop.rule({ '>': [{ var: 'velocity.card.10m.count' }, 3] }, 'challenge'),
    await shop.rule(atLeast('velocity.card.10m.count', 5), 'block'),
  ]
  const card = freshCard()
  const codes: (string | undefined)[] = []
  for (let nth = 0; nth < 6; nth++) {
    codes.push(codeOf(await shop.pay({ card })))
    await shop.vezne.moveClock(MINUTE_MS / 6)
  }
  assert.deepEqual(codes, [...Array(4).fill('completed'), 'three_ds_required', 'fraud_blocked'])
  assert.equal(codeOf(await shop.pay({ card: freshCard() })), 'completed')
  await shop.vezne.moveClock(10 * MINUTE_MS)
  assert.equal(codeOf(await shop.pay({ card })), 'completed')
  for (const drop of drops) await drop()
})

test('challenged with 3D Secure a payment goes on; two at once against a limit of one: one', async () => {
  const challenge = await shop.rule(atLeast('velocity.card.1h.count', 1), 'challenge')
  const card = freshCard()
  assert.equal((await shop.init({ card })).status, 200)
  assert.equal((await shop.init({ card })).status, 200)
  assert.equal(codeOf(await shop.pay({ card })), 'three_ds_required')
  await challenge()
  const block = await shop.rule(atLeast('velocity.card.1h.count', 1), 'block')
  for (let nth = 0; nth < 10; nth++) {
    const tried = { card: freshCard() }
    const both = await Promise.all([nth % 2 === 0 ? shop.init(tried) : shop.pay(tried), shop.init(tried)])
    assert.equal(passedOf(both), 1, JSON.stringify(both.map(({ body }) => body)))
  }
  await block()
})

test('a repeat under the same key counts once, whatever else is on its way', async () => {
  const drop = await shop.rule(atLeast('velocity.card.1h.count', 3), 'block')
  const card = freshCard()
  const keys = ['one', 'two', 'three', 'four'].map((name) => `${name}-${randomUUID()}`)
  const tell = (key: string | undefined) => shop.pay({ card }, { 'idempotency-key': key as string })
  const crowd = await Promise.all(Array.from({ length: 40 }, (_, nth) => tell(keys[nth % 2])))
  assert.deepEqual(new Set(crowd.map(({ status }) => status)), new Set([200]))
  const mixed = await Promise.all(Array.from({ length: 40 }, (_, nth) => tell(keys[nth % 3])))
  assert.deepEqual(new Set(mixed.map(({ status }) => status)), new Set([200]))
  assert.equal(codeOf(await tell(keys[3])), 'fraud_blocked')
  assert.equal(codeOf(await tell(keys[0])), 'completed')
  await drop()
})

test('failures are counted, of a card and of a merchant, before and after they are summed', async () => {
  const of = (subject: string) => shop.rule(atLeast(`velocity.${subject}.1h.declined_count`, 2), 'review')
  const drops = [await of('merchant')]
  await shop.vezne.moveClock(DAY_MS)
  assert.equal(codeOf(await shop.pay({ card: freshCard() })), 'completed')
  await filled()
  const declined = { number: '4002020000000024' }
  for (let nth = 0; nth < 2; nth++) assert.equal(codeOf(await shop.pay({ card: declined })), 'bank_declined')
  assert.equal(codeOf(await shop.pay({ card: freshCard() })), 'pending')
  await sumAllDeclines(shop.vezne.runtime)
  assert.equal(codeOf(await shop.pay({ card: freshCard() })), 'pending')
  drops.push(await of('card'))
  await shop.vezne.moveClock(2 * 60 * MINUTE_MS)
  assert.equal(codeOf(await shop.pay({ card: declined })), 'bank_declined')
  for (const drop of drops) await drop()
})

test('a rule activated today counts earlier checks, and no check twice', async () => {
  const card = freshCard()
  for (let nth = 0; nth < 3; nth++) await shop.pay({ card, buyer: { email: 'Early@Shop.example' } })
  const drops = [
    await shop.rule(atLeast('velocity.email.24h.count', 3), 'block'),
    await shop.rule(atLeast('velocity.merchant.24h.count', 1_000), 'block'),
  ]
  await shop.pay({ card: freshCard() }) // checked by the new rules, so that they are noted
  await filled()
  assert.equal(codeOf(await shop.pay({ card: freshCard(), buyer: { email: 'early@shop.example' } })), 'fraud_blocked')
  const sums = () => shop.rows('select * from fraud_volumes order by subject, level_s, start_s, currency', [])
  const entries = () => shop.rows('select * from fraud_velocity order by check_id', [])
  const before = { sums: await sums(), entries: await entries() }
  assert.equal(before.entries.length, await count('fraud_checks'))
  // A process that had not loaded the rule left a check out: the second backfill finds it.
  const lost = before.entries.at(-1)
  await shop.own(
    `with lost as (delete from fraud_velocity where check_id = $1 returning *)
     update fraud_volumes v set count = v.count - 1, amount = v.amount - lost.amount, declined = v.declined - lost.failed::int
     from lost where v.subject = lost.merchant and v.start_s = lost.at - lost.at % v.level_s`,
    [lost.check_id],
  )
  await shop.own(`update fraud_counted set filled_at = filled_at - interval '2 minutes'`, [])
  await backfillDueTenants(shop.vezne.runtime)
  assert.deepEqual(await entries(), before.entries)
  const totals = (rows: { level_s: number; count: number; amount: number }[]) =>
    rows.filter(({ level_s }) => level_s === 3_600).map(({ count: rowCount, amount }) => [rowCount, amount])
  assert.deepEqual(totals(await sums()), totals(before.sums))
  assert.deepEqual(await shop.rows('select from fraud_counted where not is_complete', []), [])
  for (const drop of drops) await drop()
})

test('checks of a merchant whose policy is off count, and are bound by nothing', async () => {
  const { vezne } = shop
  const drop = await shop.rule(atLeast('velocity.card.1h.count', 1), 'block')
  const merchant = vezne.demo.tenants.find(({ slug }) => slug === 'tenant-load')?.merchants[0]?.merchant_id
  const policy = async (enabled: boolean) => {
    const answer = await vezne.request('fraud', 'PATCH', `/api/v1/fraud/merchants/${merchant}/policy`, {
      token: await vezne.token('admin', 'tenant-load'),
      body: { policies: [{ process: 'sanal_pos', enabled, ...(enabled ? {} : { reason: 'a test' }) }] },
    })
    assert.equal(answer.status, 200, answer.text)
  }
  const card = freshCard()
  await policy(false)
  for (let nth = 0; nth < 2; nth++) assert.equal(codeOf(await shop.pay({ card })), 'completed')
  await policy(true)
  assert.equal(codeOf(await shop.pay({ card })), 'fraud_blocked')
  await drop()
})
