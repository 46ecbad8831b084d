/** Facets that closed blocks count for payments; migrations/0011 creates matching triggers. */

import { exactList } from '../../lists/exact-list.ts'
import { FACETS } from './transaction-facets.ts'

export const PAYMENT_LIST = exactList({
  list: 'payments',
  table: 'payments',
  facets: 'facets',
  scope: 'merchant_id',
  dimension: 'configuration_id',
  kinds: FACETS,
  copied: {
    values: { amount: 'amount', bin: 'bin', basket: { textOf: 'basket_id' }, email: { hashOf: 'buyer_email_key' } },
    text: 'search_text',
    summed: "case when currency = 'TRY' then amount else 0 end",
  },
})
