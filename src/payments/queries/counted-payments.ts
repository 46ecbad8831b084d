/** Whether there are payments of some kind in all of history; closed blocks know it, no index does. */

import { spanOfTimes } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { ListFilter } from '../../lists/closed-list.ts'
import { PAYMENT_STATES, type PaymentState } from '../model/payment-states.ts'
import { PAYMENT_LIST } from './payment-list.ts'

const ALL: Omit<ListFilter, 'tenantId'> = {
  span: spanOfTimes(undefined, undefined),
  facets: [],
  scopes: null,
  dimensions: null,
  rows: [],
}

const NEVER_ASKED_ABOUT: readonly PaymentState[] = ['failed', 'canceled', 'refunded']
const LIVE = PAYMENT_LIST.match(
  'status',
  PAYMENT_STATES.filter((state) => !NEVER_ASKED_ABOUT.includes(state)),
)

/** Returns whether payments of this configuration may still need inquiry, capture, void or refund. */
export const hasLivePayments = async (tx: Tx, tenantId: string, configurationId: string): Promise<boolean> =>
  (await PAYMENT_LIST.count(tx, { ...ALL, tenantId, facets: [LIVE], dimensions: [configurationId] })) > 0

/** Returns whether any payment names the merchant. */
export const hasPayments = async (tx: Tx, tenantId: string, merchantId: string): Promise<boolean> =>
  (await PAYMENT_LIST.count(tx, { ...ALL, tenantId, scopes: [merchantId] })) > 0
