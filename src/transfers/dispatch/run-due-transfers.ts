/** Sends due transfers and inquires about them, for all tenants. */
import { createDueWork, type DueWork } from '../../infra/database/due-work/due-work.ts'
import { findSourceAccounts, type SourceAccount } from '../source-accounts/source-account-lookup.ts'
import type { DispatchServices } from './dispatch-services.ts'
import { type DueTransferRow, LEASED_TRANSFERS } from './due-transfers.ts'
import { runTransfer } from './run-transfer.ts'

/** `onRoom` is called when slots are free. */
export const createTransferDispatcher = (
  services: Pick<DispatchServices, 'runtime' | 'connectors' | 'dispatch'>,
  onRoom: () => void,
): DueWork =>
  createDueWork<DueTransferRow, ReadonlyMap<string, SourceAccount>>({
    runtime: services.runtime,
    processNo: services.dispatch.leases.processNo,
    leases: services.dispatch.leases,
    table: LEASED_TRANSFERS,
    async load(tx, tenantId, rows) {
      const ids = [...new Set(rows.map((transfer) => transfer.source_account_id))]
      const accounts = ids.length === 0 ? [] : await findSourceAccounts(tx, tenantId, ids)
      return new Map(accounts.map((account) => [account.id, account]))
    },
    step: (transfer, accounts) => runTransfer(services, transfer, accounts.get(transfer.source_account_id)),
    events: {
      claimFailed: 'transfer.claim_failed',
      stepFailed: 'transfer.step_failed',
      factsOf: ({ id, due }) => ({ transfer_id: id, due }),
    },
    onRoom,
  })
