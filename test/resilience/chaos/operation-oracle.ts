/** Joins the responses to captures, voids and refunds, the bank's responses, and the platform's rows. The list must be empty. */
import { toBankReference } from '../../../src/payments/model/bank-reference.ts'
import type { LedgerLine } from './bank-ledger.ts'
import { historyFaults } from './history-faults.ts'
import type { OperationOrder } from './operation-orders.ts'
import { sameAnswer } from './oracle.ts'
import { asOwner } from './platform-records.ts'
import type { Told } from './swarm.ts'

interface Operation {
  id: string
  key_reference: string
  key: string
  payment_id: string
  kind: 'capture' | 'void' | 'refund'
  status: string
  amount: number
  answer_body: string | null
  child_status: string | null
}
interface Payment {
  id: string
  status: string
  operation_type: string
  amount: number
  captured: number
  refunded: number
  refunding: number
  sequence: number
  // biome-ignore lint/suspicious/noExplicitAny: looked at by historyFaults
  history: any[]
  events: string[]
  booked: number
}

export interface FollowUpRecords {
  orders: readonly OperationOrder[]
  /** Responses to one more repeat of every key, after all is resolved. */
  repeats: ReadonlyMap<string, Told>
  ledger: readonly LedgerLine[]
}

export const operationFaults = async (url: string, records: FollowUpRecords): Promise<string[]> => {
  const { operations, payments } = await readFollowUps(url, [...new Set(records.orders.map(({ payment }) => payment))])
  return [
    ...records.orders.flatMap((order) => orderFaults(order, records, operations)),
    ...operations.flatMap((operation) => bankFaults(operation, records.ledger)),
    ...payments.flatMap((payment) =>
      paymentFaults(
        payment,
        operations.filter(({ payment_id }) => payment_id === payment.id),
      ),
    ),
  ]
}

const readFollowUps = (url: string, ids: string[]) =>
  asOwner(url, async (client) => ({
    operations: (
      await client.query<Operation>(
        `select o.id, o.key_reference, split_part(o.idempotency_key, ' ', 4) as key, o.payment_id, o.kind, o.status, o.amount::int, o.answer_body,
           c.status as child_status
         from payment_operations o left join payments c on c.tenant_id = o.tenant_id and c.id = o.id
         where o.payment_id = any($1::uuid[]) order by o.id`,
        [ids],
      )
    ).rows,
    payments: (
      await client.query<Payment>(
        `select p.id, p.status, p.operation_type, p.amount::int, p.captured::int, p.refunded::int, p.refunding::int, p.sequence,
           p.history, array(select type from events e where e.resource_id = p.id order by e.sequence) as events,
           (select coalesce(sum(case when credit_account like 'merchant:%' then j.amount else -j.amount end), 0)::int
            from journal j where j.payment_id = p.id) as booked
         from payments p where p.id = any($1::uuid[])`,
        [ids],
      )
    ).rows,
  }))

/** Refused by a rule: nothing was stored, and a repeat is checked again. */
const isRefusal = ({ status, code }: Told): boolean =>
  status === 422 && code !== 'bank_declined' && code !== 'payment_failed'

/** Whether it had a result that a repeat must get. */
export const wasCarriedOut = ({ told }: OperationOrder): boolean => told.some((each) => !isRefusal(each))

const orderFaults = (order: OperationOrder, { repeats }: FollowUpRecords, operations: Operation[]): string[] => {
  const own = operations.filter(({ key }) => key === order.key)
  const name = `${order.key} ${order.kind}`
  const last = repeats.get(order.key)
  if (own.length > 1) return [`${name} was carried out ${own.length} times`]
  const [operation] = own
  if (!wasCarriedOut(order)) return operation === undefined ? [] : [`${name} was refused and carried out`]
  if (operation === undefined || last === undefined) return [`${name} is lost`]
  const isRight =
    sameAnswer(last.text, operation.answer_body) && last.status === (operation.status === 'completed' ? 200 : 422)
  const words = order.told.filter((each) => !isRefusal(each))
  const isStable = words.every(
    ({ status, text }) => status === 202 || status === 503 || (status === last.status && sameAnswer(text, last.text)),
  )
  return [
    ...(isRight ? [] : [`${name} is ${operation.status}, told ${last.status} ${last.text}`]),
    ...(isStable ? [] : [`${name} was told ${order.told.map(({ status }) => status).join()}, then ${last.status}`]),
  ]
}

const bankFaults = (operation: Operation, ledger: readonly LedgerLine[]): string[] => {
  const reference = toBankReference(operation, 1)
  const lines = ledger.filter((line) => line.reference === reference)
  const asked = lines.filter(({ word }) => word === 'asked').length
  const isApproved = lines.some(({ said }) => said === 'approved')
  const name = `${operation.kind} ${operation.id}`
  return [
    ...(asked > 1 ? [`${name} was sent ${asked} times`] : []),
    ...(isApproved === (operation.status === 'completed') ? [] : [`${name} is ${operation.status}, the bank differs`]),
    ...(operation.kind === 'refund' && operation.child_status !== operation.status
      ? [`${name} has another child`]
      : []),
  ]
}

const paymentFaults = (payment: Payment, operations: Operation[]): string[] => {
  const done = operations.filter(({ status }) => status === 'completed')
  const sum = (kind: Operation['kind']): number =>
    done.reduce((total, each) => total + (each.kind === kind ? each.amount : 0), 0)
  const isSale = payment.operation_type === 'sale'
  const captured = isSale ? payment.amount : sum('capture')
  const isVoided = sum('void') > 0
  const refunded = sum('refund')
  const wanted = {
    captured,
    refunded,
    refunding: 0,
    booked: isVoided ? 0 : captured - refunded,
    status: statusOf({ captured, refunded, isVoided }),
    events: [
      isSale ? 'payment.completed' : 'payment.authorized',
      ...done.map(({ kind }) => `${kind}.completed`),
    ].sort(),
    sequence: done.length + 1,
  }
  const { id, history, operation_type: _type, amount: _amount, ...found } = payment
  const isRight =
    JSON.stringify(ordered({ ...found, events: found.events.toSorted() })) === JSON.stringify(ordered(wanted))
  return [
    ...(isRight ? [] : [`${id}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`]),
    ...historyFaults({ id, history, status: payment.status }),
  ]
}

const ordered = (record: Record<string, unknown>): unknown =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))

const statusOf = (sums: { captured: number; refunded: number; isVoided: boolean }): string => {
  if (sums.isVoided) return 'canceled'
  if (sums.captured === 0) return 'authorized'
  return sums.refunded === sums.captured ? 'refunded' : 'completed'
}
