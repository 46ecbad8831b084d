/** Reads the bank simulator's ledger about our payments, order by order. */
import type { Database, Tx } from '../../infra/database/database.ts'
import { type NamedByReference, parseBankReference } from '../../payments/model/bank-reference.ts'
import { findPaymentsByReference } from '../../payments/model/reference-store.ts'
import type { LedgerDifference } from '../../settlements/ledger/verify-settlement-ledger.ts'

const PAGE = 5_000
const ANSWER_MS = 30_000

interface SimulatorOrder {
  readonly merchant: string
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

/** `shards`: all databases of the installation, as a bank's books are those of all. Throws where the bank does not answer. */
export const compareWithBank = async (shards: readonly Database[], bankUrl: string): Promise<LedgerDifference[]> => {
  const atBank = await netsAtBank(shards, bankUrl)
  const found: LedgerDifference[] = []
  const ids = [...atBank.keys()]
  for (let at = 0; at < ids.length; at += PAGE) {
    const some = ids.slice(at, at + PAGE)
    const rows = await readEach(shards, (tx) => tx.query<OurPayment>(OURS, [some]))
    const ours = new Map(rows.map((row) => [row.id, row]))
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
  for (const db of shards) found.push(...(await findUnknownAtBank(db, bankUrl, atBank)))
  return found
}

const readEach = async <Row>(shards: readonly Database[], read: (tx: Tx) => Promise<Row[]>): Promise<Row[]> =>
  (await Promise.all(shards.map((db) => db.transaction({ as: 'platform', mode: 'read' }, read)))).flat()

/** Moved money here, by a configuration of this bank, and has no order there. */
const findUnknownAtBank = async (
  db: Database,
  bankUrl: string,
  atBank: ReadonlyMap<string, number>,
): Promise<LedgerDifference[]> => {
  const found: LedgerDifference[] = []
  for (let after: string | null = null; ; ) {
    const page: OurPayment[] = await db.transaction({ as: 'platform' }, (tx) =>
      tx.query<OurPayment>(OF_BANK, [bankUrl, after, PAGE]),
    )
    found.push(
      ...page
        .filter(({ id, net }) => net !== 0 && !atBank.has(id))
        .map(({ id, net, ...payment }) => ({
          ...payment,
          check: "the bank's books",
          place: `payment ${id}, which the bank does not know`,
          expected: '0',
          found: String(net),
        })),
    )
    if (page.length < PAGE) return found
    after = page.at(-1)!.id
  }
}

/** Net amount that a payment has moved; a refund in progress may or may not have moved at the bank. */
const NET = `p.tenant_id, p.id, p.merchant_id, p.currency,
    case when p.status in ('canceled', 'failed') then 0 else p.captured - p.refunded - p.refunding end as net`
const OURS = `select ${NET} from payments p where p.id = any($1::uuid[])`
const OF_BANK = `select ${NET} from payments p join connector_configurations c on c.tenant_id = p.tenant_id and c.id = p.configuration_id
  where p.operation_type <> 'refund' and starts_with(c.api_endpoint_url, $1) and ($2::uuid is null or p.id > $2) order by p.id limit $3`

/**
 * Sums by payment: a payment has one order per attempt, and money moved at only one of them. A derived reference that no
 * payment has is used as the id of an unknown payment.
 */
const netsAtBank = async (shards: readonly Database[], bankUrl: string): Promise<Map<string, number>> => {
  const nets = new Map<string, number>()
  const orders = (await readOrders(bankUrl)).flatMap(({ order_id, net }) => {
    const named = parseBankReference(order_id)
    return named === undefined ? [] : [{ named, net }]
  })
  const ids = await findIds(
    shards,
    orders.map(({ named }) => named),
  )
  for (const { named, net } of orders) {
    const id = 'id' in named ? named.id : (ids.get(named.keyReference) ?? named.keyReference)
    nets.set(id, (nets.get(id) ?? 0) + net)
  }
  return nets
}

const findIds = async (
  shards: readonly Database[],
  named: readonly NamedByReference[],
): Promise<ReadonlyMap<string, string>> => {
  const references = named.flatMap((each) => ('keyReference' in each ? [each.keyReference] : []))
  return new Map(await readEach(shards, async (tx) => [...(await findPaymentsByReference(tx, undefined, references))]))
}

/** Orders with money in them that no payment here has. */
export const findUnknownAtSimulator = async (
  db: Database,
  bankUrl: string,
): Promise<{ merchant: string; reference: string; net: number }[]> => {
  const orders = (await readOrders(bankUrl)).flatMap(({ merchant, order_id: reference, net }) => {
    const named = parseBankReference(reference)
    return named === undefined || net === 0 ? [] : [{ merchant, reference, net, named }]
  })
  const derived = await findIds(
    [db],
    orders.map(({ named }) => named),
  )
  const idOf = ({ named }: { named: NamedByReference }): string | undefined =>
    'id' in named ? named.id : derived.get(named.keyReference)
  const ids = orders.flatMap((order) => idOf(order) ?? [])
  const known = new Set<string>()
  for (let at = 0; at < ids.length; at += PAGE) {
    const some = ids.slice(at, at + PAGE)
    const rows = await db.transaction({ as: 'platform', mode: 'read' }, (tx) => tx.query<OurPayment>(OURS, [some]))
    for (const { id } of rows) known.add(id)
  }
  return orders
    .filter((order) => !known.has(idOf(order) ?? ''))
    .map(({ merchant, reference, net }) => ({ merchant, reference, net }))
}

const readOrders = async (bankUrl: string): Promise<SimulatorOrder[]> => {
  const all: SimulatorOrder[] = []
  for (let after: number | null = 0; after !== null; ) {
    const answer: Response = await fetch(`${bankUrl}/control/orders?after=${after}&limit=${PAGE}`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    if (!answer.ok) throw new Error(`the bank simulator answered ${answer.status}`)
    const { orders, next } = (await answer.json()) as { orders: SimulatorOrder[]; next: number | null }
    all.push(...orders)
    after = next
  }
  return all
}
