/** Kinds in the order of the walk: a payee's transfers are found by the recipient. */
export const PERSON_DATA_KINDS = [
  'users',
  'payments',
  'recurring_plans',
  'checkout_sessions',
  'fraud_checks',
  'transfers',
  'recipients',
  'archived_payments',
] as const

export type PersonDataKind = (typeof PERSON_DATA_KINDS)[number]
