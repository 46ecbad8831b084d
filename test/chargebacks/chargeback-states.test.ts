/** The state table of a chargeback against the database: every state to every state by direct SQL as the program's role, and what cannot change. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { CHARGEBACK_STATES, chargebackMachine } from '../../src/chargebacks/chargeback-states.ts'
import { alarmAt, WARN_MS } from '../../src/chargebacks/deadline.ts'
import { allowedTransitions } from '../../src/core/state-machine.ts'
import type { Tx } from '../../src/infra/database/database.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()
let tenantId: string
before(async () => {
  tenantId = shop.vezne.demo.tenants.find(({ slug }) => slug === 'tenant-load')?.tenant_id ?? ''
})

const UNDONE = new Error('undone on purpose')
const passes = async (from: string, change: string, values: unknown[] = []): Promise<true | string> => {
  let said: true | string = true
  const work = async (tx: Tx): Promise<void> => {
    const [row] = await tx.query<{ id: string }>(
      `insert into chargebacks (tenant_id, id, payment_id, merchant_id, configuration_id, status, amount, currency, response_deadline,
         payment_amount, masked_card_number, created, resolved_at, last_modified)
       values ($1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $2, 500, 'TRY', now(), 1000, '4546',
         now(), case when $2 in ('won', 'lost') then now() end, now()) returning id`,
      [tenantId, from],
    )
    try {
      await tx.execute(`update chargebacks set ${change} where tenant_id = $1 and id = $2`, [
        tenantId,
        row?.id,
        ...values,
      ])
    } catch (error) {
      said = (error as Error).message
    }
    throw UNDONE
  }
  await assert.rejects(shop.vezne.runtime.db.transaction({ of: tenantId }, work))
  return said
}

test('every state to every state: the table decides', async () => {
  const allowed = new Set(allowedTransitions(chargebackMachine).map((pair) => pair.join(' ')))
  for (const from of CHARGEBACK_STATES)
    for (const to of CHARGEBACK_STATES) {
      if (from === to) continue
      const said = await passes(from, `status = $3, resolved_at = case when $3 in ('won', 'lost') then now() end`, [to])
      if (allowed.has(`${from} ${to}`)) assert.equal(said, true, `${from} to ${to}`)
      else assert.match(String(said), /no step of the state table/, `${from} to ${to}`)
    }
})

test('what was claimed and how it ended cannot change', async () => {
  for (const change of ['amount = 501', `currency = 'USD'`, 'payment_id = gen_random_uuid()', 'payment_amount = 2000'])
    assert.match(String(await passes('opened', change)), /cannot change/, change)
  assert.match(String(await passes('lost', 'booked = 100')), /cannot change/)
  assert.match(String(await passes('opened', 'booked = 100')), /violates check constraint/)
  assert.match(String(await passes('opened', `status = 'lost', resolved_at = now(), booked = 501`)), /check constraint/)
  assert.match(String(await passes('opened', `status = 'won'`)), /check constraint/)
})

test('the alarm of a deadline: near, passed, answered, decided', () => {
  const at = new Date(WARN_MS * 10)
  const of = (status: string, merchant_response: string | null, leftMs: number) =>
    alarmAt({ status, merchant_response, response_deadline: at }, at.getTime() - leftMs)
  for (const [status, response, leftMs, alarm] of [
    ['opened', null, WARN_MS + 1, null],
    ['opened', null, WARN_MS, 'due'],
    ['opened', null, 1, 'due'],
    ['opened', null, 0, 'missed'],
    ['disputed', null, 0, 'missed'],
    ['disputed', 'delivered', 0, null],
    ['won', null, 0, null],
    ['lost', null, -WARN_MS, null],
  ] as const)
    assert.equal(of(status, response, leftMs), alarm, `${status} ${response} ${leftMs}`)
})
