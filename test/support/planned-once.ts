/** Statements that a connection plans once, however many months there are. */
import assert from 'node:assert/strict'
import { isoTime } from '../../src/core/clock.ts'
import { Database, type Tx } from '../../src/infra/database/database.ts'
import { createDueWork } from '../../src/infra/database/due-work/due-work.ts'
import { createLeases } from '../../src/infra/database/due-work/leases.ts'
import { findBounds } from '../../src/infra/database/key-join.ts'
import { lockOperations, lockPayments, OPERATED_PAYMENTS } from '../../src/payments/model/operation-store.ts'
import { type DueOperationRow, LEASED_OPERATIONS } from '../../src/payments/operations/due-operations.ts'
import { explainEach, type Reads } from './explained.ts'
import type { Vezne } from './vezne.ts'

const PLANNED_ONCE = ['lock-payments', 'known-operations', 'insert-operations', 'lock-operations', 'record-operations']
const CONNECTIONS = 8 // of the program in a test

export const checkClaimsPlannedOnce = async (
  vezne: Vezne,
  tenantId: string,
  operation: { id: string },
): Promise<void> => {
  const { clock, log } = vezne.runtime
  const table = { ...LEASED_OPERATIONS, only: 'true' }
  const one = Database.open(vezne.ownerUrl, { connections: 1, onError: () => undefined })
  const claimed: string[] = []
  const work = createDueWork<DueOperationRow>({
    runtime: { db: one, clock, log },
    processNo: 1,
    table,
    leases: createLeases({ db: one, log }, 1, table),
    load: async () => undefined,
    step: async ({ id }) => claimed.push(id),
    events: { claimFailed: 'claim', stepFailed: 'step', factsOf: () => ({}) },
    onRoom: () => undefined,
  })
  await one.transaction({ of: tenantId }, (tx) =>
    tx.execute('update payment_operations set next_inquiry_at = $3 where tenant_id = $1 and id = $2', [
      tenantId,
      operation.id,
      isoTime(clock.ms()),
    ]),
  )
  await work.fill()
  await work.idle()
  const plans = await one.transaction({ of: tenantId }, (tx) =>
    tx.query(
      `select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements where name = 'claim-due-payment_operations'`,
    ),
  )
  await one.transaction({ of: tenantId }, (tx) =>
    tx.execute('update payment_operations set next_inquiry_at = null where tenant_id = $1 and id = $2', [
      tenantId,
      operation.id,
    ]),
  )
  await one.close()
  assert.deepEqual({ claimed, plans }, { claimed: [operation.id], plans: [{ generic: 1, custom: 0 }] })
}

interface Sought {
  readonly payment: { id: string }
  readonly operation: { id: string; payment_id: string }
}

/** After some of them. */
export const checkOperationsPlannedOnce = async (
  vezne: Vezne,
  tenantId: string,
  { payment, operation }: Sought,
): Promise<void> => {
  const { db } = vezne.runtime
  const { promise: all, resolve: go } = Promise.withResolvers<void>()
  let waiting = CONNECTIONS
  const plansOf = () =>
    db.transaction({ of: [] }, async (tx) => {
      const plans = await tx.query<{ name: string; custom: number }>(
        'select name, custom_plans::int as custom from pg_prepared_statements where name = any($1)',
        [PLANNED_ONCE],
      )
      if (--waiting === 0) go()
      await all
      return plans
    })
  const plans = (await Promise.all(Array.from({ length: CONNECTIONS }, plansOf))).flat()
  assert.deepEqual(
    plans.filter(({ custom }) => custom > 0),
    [],
  )
  for (const name of PLANNED_ONCE)
    assert.ok(
      plans.some((plan) => plan.name === name),
      name,
    )

  const wanted = { tenant_id: tenantId, operation_id: operation.id, payment_id: operation.payment_id, fencing: 1 }
  const reads: Reads[] = []
  const asked = [
    (tx: Tx) => lockPayments(tx, [{ tenant_id: tenantId, payment_id: payment.id }]),
    (tx: Tx) => lockOperations(tx, [wanted]),
    (tx: Tx) => tx.query(OPERATED_PAYMENTS, [[tenantId], [payment.id], ...findBounds([payment.id])]),
  ]
  await db.transaction({ of: [tenantId] }, async (tx) => {
    for (const ask of asked) await ask(explainEach(tx, reads))
  })
  assert.deepEqual(
    reads.map(({ opened }) => opened),
    asked.map(() => 1),
  )
}
