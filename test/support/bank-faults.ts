/** Faults of banks and transports, and the outcomes in which tests compare calls. */
import type { Observation, Outcome } from '../../src/connectors/attempt.ts'
import type { BankFault } from './bank.ts'

// Fault, whether money moved, and the outcome of the call.
export const LINE_FAULTS: [fault: Omit<BankFault, 'match'>, moved: boolean, told: RegExp][] = [
  [{ kind: 'timeout_before', parameters: { hold_ms: 100 } }, false, /^unknown$/],
  [{ kind: 'timeout_after_charge', parameters: { hold_ms: 100 } }, true, /^unknown$/],
  [{ kind: 'reset' }, false, /^unknown$/],
  [{ kind: 'http_5xx_before' }, false, /^unknown$/],
  [{ kind: 'http_5xx_after' }, true, /^unknown$/],
  [{ kind: 'drop_half_body' }, true, /^unknown$/],
  [{ kind: 'html_instead' }, true, /^unknown$/],
  [{ kind: 'html_instead', parameters: { booked: false } }, false, /^unknown$/],
  [{ kind: 'wrong_charset' }, true, /^(approved|unknown)$/],
  [{ kind: 'extra_fields' }, true, /^approved$/],
  [{ kind: 'slow', parameters: { delay_ms: 50 } }, true, /^approved$/],
  [{ kind: 'duplicate_reference' }, true, /^approved$/],
]
export const nameOf = ({ kind, parameters }: Omit<BankFault, 'match'>): string =>
  parameters?.booked === false ? `${kind}, nothing booked` : kind

export const saidBy = (outcome: Outcome | Observation): string =>
  outcome.kind === 'declined' ? `declined ${outcome.fault.providerCode}` : outcome.kind
