/**
 * `vezne restore ask`: looks for what banks have and the restored database does not, and puts it on the list of the restore.
 * Nothing is posted or sent.
 */
import { composeConnectors } from '../../acquiring/tenant-banks/connectors-module.ts'
import { noteFinding, type RestoreFinding } from '../../infra/database/promotions/restore-findings.ts'
import { findRestores, type RestoreRow } from '../../infra/database/promotions/restore-list.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { findUnknownOrders, type UnknownOrder } from '../../transfers/bank/unknown-orders.ts'
import { UsageError } from '../command.ts'
import { findUnknownAtSimulator } from '../ledger/bank-orders.ts'

/** Banks' clocks, and the time between our first write and theirs. */
const AROUND_MS = 60 * 60_000

type Found = UnknownOrder & Pick<RestoreFinding, 'kind' | 'foundBy'>

/** Returns what was found, as lines; what was found before is found once. */
export const askBanks = async (runtime: Runtime): Promise<string[]> => {
  const [restore] = await runtime.db.transaction({ of: [] }, findRestores)
  if (restore === undefined) throw new UsageError('no restore of this database was recognized: start the program first')
  const { orders, unread } = await findInStatements(runtime, restore)
  const found = [...orders, ...(await findInSandbox(runtime, unread))]
  for (const each of found) await note(runtime, restore, each)
  return [
    ...summarize(found),
    ...(found.length === 0 ? ['the banks that can be asked have nothing that is not known here'] : []),
    ...unread.map((each) => `not asked: ${each}`),
    'cards: a bank is asked about each key that a shop repeats; its file of the day finds the rest',
  ]
}

const findInStatements = async (
  runtime: Runtime,
  { lostSince, lostUntil }: RestoreRow,
): Promise<{ orders: Found[]; unread: string[] }> => {
  const connectors = composeConnectors(runtime)
  try {
    // The clock of a sandbox goes back with its database, that of the bank does not.
    const to = Math.max(lostUntil.getTime(), runtime.clock.ms()) + AROUND_MS
    const span = { from: lostSince.getTime() - AROUND_MS, to }
    const { orders, unread } = await findUnknownOrders({ runtime, connectors }, span)
    return { orders: orders.map((each) => ({ ...each, kind: 'transfer', foundBy: 'statement' })), unread }
  } finally {
    connectors.close()
  }
}

/** The bank simulator of a sandbox has a list of all orders. */
const findInSandbox = async ({ config, db }: Runtime, unread: string[]): Promise<Found[]> => {
  if (config.env !== 'sandbox') return []
  const orders = await findUnknownAtSimulator(db, config.urls.bank).catch((error: Error) => {
    unread.push(`the bank simulator at ${config.urls.bank}: ${error.message}`)
    return []
  })
  const owners = await db.transaction({ as: 'platform', mode: 'read' }, (tx) =>
    tx.query<{ number: string; tenant_id: string; name: string }>(
      sql`select distinct on (n.number) n.number, c.tenant_id, c.name from connector_configurations c
        cross join lateral (values (c.store_id), (c.terminal_id)) as n (number) where n.number is not null order by n.number, c.tenant_id`,
    ),
  )
  return orders.flatMap(({ merchant, reference, net }) => {
    const owner = owners.find(({ number }) => number === merchant)
    if (owner === undefined) return []
    const amount = { minor: net, currency: 'TRY' }
    return [
      {
        tenantId: owner.tenant_id,
        configuration: owner.name,
        reference,
        amount,
        kind: 'payment',
        foundBy: 'bank_list',
      },
    ]
  })
}

const note = ({ db, clock }: Runtime, { id }: RestoreRow, { configuration: _, ...found }: Found): Promise<number> =>
  db.transaction({ of: found.tenantId, whileClosed: true }, (tx) =>
    noteFinding(tx, { ...found, restoreId: id, outcome: 'listed' }, clock.now()),
  )

const summarize = (found: readonly Found[]): string[] =>
  [...Map.groupBy(found, ({ kind, configuration, amount }) => `${kind}s at ${configuration}, ${amount.currency}`)].map(
    ([what, group]) => `${group.length} unknown ${what}: ${group.reduce((sum, { amount }) => sum + amount.minor, 0)}`,
  )
