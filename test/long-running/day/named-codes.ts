/** Which refusals a document names for what was going on; everything else is a finding. */

/** Answers that the stories bring about by themselves: declined cards, two steps of one payment or transfer at once, refunds that are too much. */
const EVER: Readonly<Record<string, string>> = {
  '422 bank_declined': 'interface/cards.md#write-results',
  '422 capture_not_allowed': 'interface/states.md#steps-refused-by-state',
  '422 payment_not_pre_auth': 'interface/states.md#steps-refused-by-state',
  '422 payment_not_voidable': 'interface/states.md#steps-refused-by-state',
  '422 payment_not_refundable': 'interface/states.md#steps-refused-by-state',
  '422 payment_already_captured': 'interface/states.md#steps-refused-by-state',
  '422 payment_already_refunded': 'interface/states.md#steps-refused-by-state',
  '422 payment_already_voided': 'interface/states.md#steps-refused-by-state',
  '422 refund_exceeds_original': 'errors.md',
  '422 void_not_allowed': 'interface/cards.md#captures-voids-and-refunds',
  '503 connector_unavailable payment': 'interface/requests.md#problem-documents',
  '409 invalid_state_transition': 'interface/transfers.md#approve-reject-and-send',
  '422 payment_already_approved': 'interface/transfers.md#approve-reject-and-send',
  '422 payment_already_rejected': 'interface/transfers.md#approve-reject-and-send',
  '422 payment_already_sent': 'interface/transfers.md#approve-reject-and-send',
}

export const FAULTS = {
  upgrade: 'rolling upgrade',
  stopped: 'worker stopped',
  silent: 'bank silent',
  backup: 'backup',
  failover: 'fail-over',
  clock: 'clock and upkeep',
} as const

const DURING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [FAULTS.stopped]: {
    '503 connector_unavailable database': 'operating.md#a-database-that-is-away',
  },
  [FAULTS.silent]: {
    '422 payment_failed': 'interface/requests.md#idempotency',
    '502 three_ds_init_exception': 'errors.md',
    '503 connector_unavailable bank': 'interface/cards.md#write-results',
    '503 in a browser': 'interface/cards.md#write-results',
  },
  [FAULTS.failover]: {
    '422 payment_failed': 'interface/requests.md#idempotency',
    '503 connector_unavailable database': 'operating.md#several-database-servers',
    '503 in a browser': 'operating.md#several-database-servers',
  },
  [FAULTS.clock]: {
    '401 sign_in_required': 'console.md',
    '422 pre_auth_expired': 'interface/cards.md',
  },
}

interface Answered {
  readonly fault: string
  readonly status: number
  readonly code: string
}

/** The page that names it; empty: it is a success. Undefined: none does. */
export const namedBy = ({ fault, status, code }: Answered): string | undefined => {
  if (status >= 200 && status < 400) return ''
  const answer = `${status} ${code}`
  return EVER[answer] ?? DURING[fault]?.[answer]
}
