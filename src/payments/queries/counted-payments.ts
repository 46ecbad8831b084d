/** Whether there are payments of some kind in all of history: blocks know it, no index does. */

import { type ListFilter, spanOfTimes } from '../../lists/closed-list.ts'
import { countListed } from '../../lists/blocks/count-listed.ts'
import type { Tx } from '../../infra/database/database.ts'
import { PAYMENT_STATES, type PaymentState } from '../model/payment-states.ts'
import { PAYMENT_LIST } from './payment-list.ts'
import { toFacetMatch } from './transaction-facets.ts'

const ALL: Omit<ListFilter, 'tenantId'> = {
  span: spanOfTimes(undefined, undefined),
  facets: [],
  scopes: null,
  dimensions: null,
  rows: [],
}

const NEVER_ASKED_ABOUT: readonly PaymentState[] = ['failed', 'canceled', 'refunded']
const LIVE = toFacetMatch(
  'status',
  PAYMENT_STATES.filter((state) => !NEVER_ASKED_ABOUT.includes(state)),
)

/** Whether payments of this configuration may still need inquiry, capture, void or refund. */
export const hasLivePayments = async (tx: Tx, tenantId: string, configurationId: string): Promise<boolean> =>
  (await countListed(tx, PAYMENT_LIST, { ...ALL, tenantId, facets: [LIVE], dimensions: [configurationId] })) > 0

/** Whether any payment names the merchant. */
export const hasPayments = async (tx: Tx, tenantId: string, merchantId: string): Promise<boolean> =>
  (await countListed(tx, PAYMENT_LIST, { ...ALL, tenantId, scopes: [merchantId] })) > 0
