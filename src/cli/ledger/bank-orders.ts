/** What the bank simulator's own books say of our payments, order by order. */
import type { Database } from '../../infra/database/database.ts'
import { parseBankReference } from '../../payments/model/payment.ts'
import type { LedgerDifference } from '../../settlements/ledger/verify-ledger.ts'

const PAGE = 5_000
const ANSWER_MS = 30_000

interface BankOrder {
  readonly order_id: string
  readonly net: number
}
interface OurPayment {
  readonly tenant_id: string
  readonly id: string
  readonly merchant_id: string
  readonly currency: string
  readonly net: number
}

/** Throws where the bank does not answer. */
export const compareWithBank = async (db: Database, bankUrl: string): Promise<LedgerDifference[]> => {
  const atBank = await netsAtBank(bankUrl)
  const found: LedgerDifference[] = []
  const ids = [...atBank.keys()]
  for (let at = 0; at < ids.length; at += PAGE) {
    const some = ids.slice(at, at + PAGE)
    const ours = new Map(
      (await db.acrossTenants((tx) => tx.query<OurPayment>(OURS, [some]))).map((row) => [row.id, row]),
    )
    for (const id of some) {
      const payment = ours.get(id)
      const expected = atBank.get(id) as number
      if ((payment?.net ?? 0) === expected) continue
      found.push({
        check: "the bank's books",
        tenant_id: payment?.tenant_id ?? '',
        merchant_id: payment?.merchant_id ?? null,
        currency: payment?.currency ?? null,
        place: `payment ${id}${payment === undefined ? ', which is not known here' : ''}`,
        expected: String(expected),
        found: String(payment?.net ?? 0),
      })
    }
  }
  return found
}

/** What a payment has moved; refunds on their way have moved at the bank, or have not. */
const OURS = `select tenant_id, id, merchant_id, currency,
    case when status in ('canceled', 'failed') then 0 else captured - refunded - refunding end as net
  from payments where id = any($1::uuid[])`

/** By payment: a payment has an order an attempt, and money moved at one of them. */
const netsAtBank = async (bankUrl: string): Promise<Map<string, number>> => {
  const nets = new Map<string, number>()
  for (let after: number | null = 0; after !== null; ) {
    const answer: Response = await fetch(`${bankUrl}/control/orders?after=${after}&limit=${PAGE}`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    if (!answer.ok) throw new Error(`the bank simulator answered ${answer.status}`)
    const { orders, next } = (await answer.json()) as { orders: BankOrder[]; next: number | null }
    for (const { order_id, net } of orders) {
      const id = parseBankReference(order_id)
      if (id !== undefined) nets.set(id, (nets.get(id) ?? 0) + net)
    }
    after = next
  }
  return nets
}
