/**
 * The filters of a list that compare names, as bits of the column `facets` (migrations/0011), so that one comparison
 * covers all of them.
 */

import { CARD_SCHEMES, CARD_TYPES } from '../../core/schema.ts'
import type { Facet } from '../../lists/closed-list.ts'
import { OPERATION_TYPES, PAYMENT_TYPES, SECURE_TYPES } from '../model/payment-schemas.ts'
import { PAYMENT_STATES } from '../model/payment-states.ts'

export const FACETS = {
  status: { shift: 0, bits: 4, names: PAYMENT_STATES },
  operation_type: { shift: 4, bits: 3, names: OPERATION_TYPES },
  payment_type: { shift: 7, bits: 3, names: PAYMENT_TYPES },
  secure_type: { shift: 10, bits: 3, names: SECURE_TYPES },
  card_scheme: { shift: 13, bits: 3, names: CARD_SCHEMES },
  card_type: { shift: 16, bits: 2, names: CARD_TYPES },
  installment_count: { shift: 18, bits: 8 },
  is_refunded: { shift: 26, bits: 1 },
} as const satisfies Record<string, Facet>
