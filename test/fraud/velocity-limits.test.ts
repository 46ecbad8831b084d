/** Exact limits: whatever comes at once, through one process or two, exactly as many pass as a velocity rule allows. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { paymentBody } from '../support/payments.ts'
import type { VezneProcess } from '../support/process.ts'
import { startBeside } from '../support/second-process.ts'
import { use } from '../support/use.ts'
import { atLeast, freshCard, openVelocityShop, passedOf } from '../support/velocity-shop.ts'

const HOUR_MS = 3_600_000
const LIMIT = 20
const CROWD = 200

const shop = use(openVelocityShop)
let other: VezneProcess
before(async () => {
  other = await startBeside(shop.vezne)
})
after(async () => {
  other.kill('SIGTERM')
  await other.exit
})

const crowd = <T>(size: number, one: (nth: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: size }, (_, nth) => one(nth)))

const SUBJECTS = {
  card: () => {
    const card = freshCard()
    return () => ({ card })
  },
  ip: () => () => ({ card: freshCard(), buyer: { ip_address: '203.0.113.7' } }),
  merchant: () => () => ({ card: freshCard() }),
}

for (const [subject, changes] of Object.entries(SUBJECTS))
  test(`200 at once against a limit of 20 per ${subject} and hour: 20 pass, in one process and in two`, async () => {
    const drop = await shop.rule(atLeast(`velocity.${subject}.1h.count`, LIMIT), 'block')
    const change = changes()
    const alone = await crowd(CROWD, () => shop.pay(change()))
    assert.equal(passedOf(alone), LIMIT)
    await shop.vezne.moveClock(2 * HOUR_MS)
    const between = await crowd(CROWD, (nth) =>
      nth % 2 === 0 ? shop.pay(change()) : shop.payAt(other.portBase, change()),
    )
    assert.equal(passedOf(between), LIMIT)
    await shop.vezne.moveClock(2 * HOUR_MS)
    await drop()
  })

test('while another process counts for a tenant, a tenant that counts nothing does not wait', async () => {
  const drop = await shop.rule(atLeast('velocity.card.1h.count', LIMIT), 'block')
  const load = shop.vezne.demo.tenants.find(({ slug }) => slug === 'tenant-load')?.tenant_id
  const holder = new pg.Client({ connectionString: shop.vezne.ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`fraud_velocity ${load} sanal_pos`])
  let isTold = false
  const waiting = shop.pay({ card: freshCard() }).then((answer) => {
    isTold = true
    return answer
  })
  const free = await shop.vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await shop.vezne.token('m1'),
    body: paymentBody(),
  })
  assert.equal(free.status, 200, free.text)
  assert.equal(isTold, false)
  await holder.end()
  assert.equal((await waiting).status, 200)
  await drop()
})
