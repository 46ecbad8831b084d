/**
 * The meaning of a bank's code on a transfer (docs/interface/bank-codes.md#transfers), and whether the order may be
 * sent again.
 */
import type { Fault } from '../../connectors/attempt.ts'
import {
  BREAKER_OPEN,
  NO_ANSWER,
  NOT_CONFIGURED,
  NOT_REACHED,
  QUEUE_FULL,
  TOO_OLD,
} from '../../connectors/own-bank-codes.ts'
import type { ProblemCode } from '../../core/problem.ts'
import type { ErrorCategoryName } from '../../core/schema.ts'

export interface TransferCode {
  readonly storedCode: ProblemCode | 'unknown_error'
  readonly category: ErrorCategoryName
  /** `again` means that nothing was posted, so it may be repeated; `ask` that the bank has to be asked first. */
  readonly then: 'fail' | 'again' | 'ask'
}

const row = (
  storedCode: TransferCode['storedCode'],
  category: ErrorCategoryName,
  then: TransferCode['then'] = 'fail',
): TransferCode => ({ storedCode, category, then })

// biome-ignore format: one row per line reads as the table it is
const CODES: Readonly<Record<string, TransferCode>> = {
  '01': row('insufficient_balance', 'BankDeclined'),
  '02': row('account_not_found', 'BankDeclined'),
  '03': row('recipient_blocked', 'BankDeclined'),
  '04': row('daily_limit_exceeded', 'BankDeclined'),
  '05': row('recipient_validation_failed', 'Validation'),
  '91': row('bank_timeout', 'Timeout', 'ask'),
  '96': row('bank_system_error', 'Technical', 'again'),
  [NO_ANSWER]: row('bank_timeout', 'Timeout', 'ask'),
  [NOT_REACHED]: row('connector_unavailable', 'Technical', 'again'),
  [BREAKER_OPEN]: row('connector_unavailable', 'Technical', 'again'),
  [QUEUE_FULL]: row('connector_unavailable', 'Technical', 'again'),
  [TOO_OLD]: row('connector_unavailable', 'Technical', 'again'),
  [NOT_CONFIGURED]: row('connector_unavailable', 'Configuration'),
}
const UNMAPPED = row('unknown_error', 'Unknown')

export const meaningOfBankCode = ({ providerCode }: Fault): TransferCode =>
  Object.hasOwn(CODES, providerCode) ? (CODES[providerCode] as TransferCode) : UNMAPPED
