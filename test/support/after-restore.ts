/** What a restore leaves behind once a person has opened the platform: banks are asked, and rows that came after the backup are gone. */
import { GATEWAYS } from '../../src/connectors/registry.ts'
import { toBankReference } from '../../src/payments/model/bank-reference.ts'
import type { BankProcess } from './bank.ts'
import type { Shop } from './shop.ts'
import { until } from './until.ts'

/** The last three days are lost, until `later` from now. */
export const openRestored = async ({ own, vezne }: Pick<Shop, 'own' | 'vezne'>, later = '1 hour'): Promise<void> => {
  await own(
    `insert into restores (reason, system, database_oid, timeline, lost_since, lost_until, finished, finished_by, asks_banks_until)
     select 'older_state', system, database_oid, timeline, now() - interval '3 days', now() + $1::interval, now(), 'test', now() + interval '40 days'
       from database_identity`,
    [later],
  )
  await until('the banks are asked', () => vezne.runtime.restores.askBanksFrom('any') !== null)
}

/** Two days later. */
export const endRestored = async ({ own, vezne }: Pick<Shop, 'own' | 'vezne'>): Promise<void> => {
  await own('update restores set asks_banks_until = finished', [])
  await until('the banks are no longer asked', () => vezne.runtime.restores.askBanksFrom('any') === null)
}

/** The rows of a payment, its captures, voids and refunds. */
export const losePayment = async ({ own }: Pick<Shop, 'own'>, id: string): Promise<void> => {
  for (const [table, column] of [
    ['idempotency_claims', 'payment_id'],
    ['idempotency_claims', 'holder'],
    ['payment_operations', 'payment_id'],
    ['three_d_sessions', 'payment_id'],
    ['journal', 'payment_id'],
    ['events', 'resource_id'],
    ['payments', 'parent_id'],
    ['payments', 'id'],
  ])
    await own(`delete from ${table} where ${column} = $1`, [id])
}

/** The order of a payment at the bank simulator, whatever its gateway makes of our reference. */
export const orderOfPayment = async ({ rows }: Pick<Shop, 'rows'>, bank: Pick<BankProcess, 'control'>, id: string) => {
  const [{ key_reference, attempt_no }] = await rows('select key_reference, attempt_no from payments where id = $1', [
    id,
  ])
  const reference = toBankReference({ id, key_reference }, attempt_no)
  const { orders } = await bank.control.orders()
  return orders.find(({ order_id }) => GATEWAYS.some(({ orderId }) => order_id.endsWith(orderId({ reference }))))
}
