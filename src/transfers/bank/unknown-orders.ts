/** Orders of ours in the statements of source accounts that no transfer here has: a restored database has lost them. */
import type { StatementLine } from '../../connectors/transfer-bank.ts'
import { isoTime } from '../../core/clock.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { parseTransferReference } from '../model/transfer-reference.ts'
import { findNamedTransfers } from '../model/transfer-reference-store.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import { findLiveSourceAccounts } from '../source-accounts/source-account-store.ts'
import { askBank } from './ask-bank.ts'
import { findServingBank } from './transfer-order.ts'

type Services = Pick<TransferServices, 'runtime' | 'connectors'>

export interface UnknownOrder {
  readonly tenantId: string
  readonly configuration: string
  readonly reference: string
  readonly amount: { readonly minor: number; readonly currency: string }
}

/** `unread`: accounts whose bank does not show a statement. Nothing is posted. */
export const findUnknownOrders = async (
  services: Services,
  { from, to }: { from: number; to: number },
): Promise<{ orders: UnknownOrder[]; unread: string[] }> => {
  const orders: UnknownOrder[] = []
  const unread: string[] = []
  const tenants = await services.runtime.db.transaction({ as: 'platform', mode: 'read' }, (tx) =>
    tx.query<{ tenant_id: string }>(sql`select distinct tenant_id from source_accounts where not is_deleted`),
  )
  for (const { tenant_id: tenantId } of tenants) {
    const accounts = await services.runtime.db.transaction({ of: tenantId, mode: 'read' }, (tx) =>
      findLiveSourceAccounts(tx, tenantId),
    )
    for (const account of accounts) {
      const serving = await findServingBank(services, account)
      if (serving === undefined) continue
      const { configuration } = serving
      const known = { iban: account.iban, accountNumber: account.account_number }
      const lines = await askBank(services, serving, (context) =>
        serving.bank.statement({ configuration, account: known, from, to }, context),
      ).catch((error: Error) => {
        unread.push(`account ${account.id} at ${configuration.name}, from ${isoTime(from)}: ${error.message}`)
        return []
      })
      for (const line of await filterUnknown(services, tenantId, lines))
        orders.push({
          tenantId,
          configuration: configuration.name,
          reference: line.reference,
          amount: { minor: -line.amount, currency: account.currency },
        })
    }
  }
  return { orders, unread }
}

type OwnLine = StatementLine & { readonly reference: string }

const filterUnknown = async (
  { runtime }: Services,
  tenantId: string,
  lines: readonly StatementLine[],
): Promise<OwnLine[]> => {
  const own = lines.filter(
    (line): line is OwnLine =>
      line.reference !== null && line.category === 'transfer' && line.amount < 0 && isOurs(line.reference),
  )
  if (own.length === 0) return []
  return runtime.db.transaction({ of: tenantId, mode: 'read' }, async (tx) => {
    const named = await findNamedTransfers(
      tx,
      tenantId,
      own.map(({ reference }) => reference),
    )
    const ids = [...new Set(named.values().map(({ transferId }) => transferId))]
    const rows = await tx.query<{ id: string }>(
      sql`select id from transfers where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
    )
    const known = new Set(rows.map(({ id }) => id))
    return own.filter(({ reference }) => !known.has(named.get(reference)?.transferId ?? ''))
  })
}

const isOurs = (reference: string): boolean => parseTransferReference(reference) !== undefined
