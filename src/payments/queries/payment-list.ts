/** What closed blocks count of payments; migrations/0060 makes the triggers of the same. */
import type { Copying } from '../../lists/closed-list.ts'
import { hashedText, ofHashColumn } from '../../lists/filters/count-copies.ts'

export const PAYMENT_LIST: Copying = {
  list: 'payments',
  table: 'payments',
  facets: 'facets',
  scope: 'merchant_id',
  dimension: 'configuration_id',
  copied: {
    values: { amount: 'amount', bin: 'bin', basket: hashedText('basket_id'), email: ofHashColumn('buyer_email_key') },
    text: 'search_text',
    summed: "case when currency = 'TRY' then amount else 0 end",
  },
}
