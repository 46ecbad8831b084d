/** Every list whose rows are counted in closed blocks, for their upkeep. */

import { listTenantIds } from '../access/callers/realm-lookup.ts'
import { REQUEST_LOG_LIST } from '../acquiring/request-log/request-log-list.ts'
import { CHECK_LIST } from '../fraud/checks/check-list.ts'
import type { Database } from '../infra/database/database.ts'
import type { ClosedList } from '../lists/closed-list.ts'
import { PAYMENT_LIST } from '../payments/queries/payment-list.ts'
import { REFUND_LIST } from '../payments/queries/refund-list.ts'
import { TRANSFER_LIST } from '../transfers/queries/transfer-list.ts'

export const CLOSED_LISTS: readonly ClosedList[] = [
  PAYMENT_LIST,
  REFUND_LIST,
  TRANSFER_LIST,
  CHECK_LIST,
  REQUEST_LOG_LIST,
]

export const listsOfTenants = <Of extends { readonly db: Database }>(of: Of) => ({
  ...of,
  lists: CLOSED_LISTS,
  tenantIds: listTenantIds,
})
