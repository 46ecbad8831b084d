/** The rules of one transfer beyond the schema (docs/interface/transfers.md#create-transfers). Pure. */
import { isoTime } from '../../core/clock.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { transferRule } from '../../reference/transfer-rules/transfer-rules.ts'
import type { Receiver, TransferType } from '../model/transfer.ts'
import type { TransferItem } from '../schemas/creation-schemas.ts'
import type { SourceAccount } from '../source-accounts/source-account-lookup.ts'
import type { ItemFault } from './item-fault.ts'

const AHEAD_MAX_MS = 365 * 86_400_000
/** A caller's clock may be slightly behind ours, so a "now" of a moment ago is not in the past. */
const PAST_TOLERANCE_MS = 60_000

/** Facts about the source account that a rule needs. */
export interface SourceFacts {
  readonly id: string
  readonly bank_code: string
  readonly currency: string
  readonly is_active: boolean
  /** Minor units; undefined means no limit. */
  readonly single_transfer_limit: number | undefined
}

const LIMIT_KEY = 'single_transfer_limit'
export const toSourceFacts = (source: SourceAccount): SourceFacts => {
  const limit = source.extra?.[LIMIT_KEY]
  return {
    id: source.id,
    bank_code: source.bank_code,
    currency: source.currency,
    is_active: source.is_active,
    single_transfer_limit: limit !== undefined && /^\d{1,16}$/.test(limit) ? Number(limit) : undefined,
  }
}

type ReachedAccount = Pick<Receiver, 'iban' | 'account_number' | 'masked_card_no' | 'bank_code'>
type MovedAmount = Pick<TransferItem, 'transfer_type' | 'amount' | 'scheduled_date'>

/** Returns the first fault, or null. `receiver` is what the item's recipient resolves to. */
export const findItemFault = (
  item: MovedAmount,
  source: SourceFacts | undefined,
  receiver: ReachedAccount,
  nowMs: number,
): ItemFault | null =>
  sourceFault(source) ??
  amountFault(item, source as SourceFacts, nowMs) ??
  routeFault(item.transfer_type, receiver, source as SourceFacts) ??
  limitFault(item, source as SourceFacts, nowMs) ??
  scheduleFault(item.scheduled_date, nowMs)

const sourceFault = (source: SourceFacts | undefined): ItemFault | null => {
  if (source === undefined)
    return {
      field: 'source_account_id',
      code: 'source_account_not_found',
      message: phrase`names no connector account of this tenant; GET /api/v1/connectoraccounts lists them`,
    }
  if (!source.is_active)
    return {
      field: 'source_account_id',
      code: 'source_account_inactive',
      message: phrase`this account is switched off`,
    }
  return null
}

const amountFault = ({ amount, transfer_type }: MovedAmount, source: SourceFacts, nowMs: number): ItemFault | null => {
  const currencies = transferRule(transfer_type, nowMs)?.currencies ?? null
  if (amount.value < 1)
    return { field: 'amount.value', code: 'invalid_amount', message: phrase`must be 1 or more, in minor units` }
  if (amount.currency_code !== source.currency)
    return {
      field: 'amount.currency_code',
      code: 'invalid_currency',
      message: phrase`the source account is kept in ${source.currency}`,
    }
  if (currencies !== null && !currencies.includes(amount.currency_code))
    return {
      field: 'amount.currency_code',
      code: 'invalid_currency',
      message: phrase`${transfer_type} moves ${currencies.join(', ')} alone`,
    }
  return null
}

/** Checks which kind of account each type can reach. */
const routeFault = (
  type: TransferType,
  receiver: ReachedAccount,
  source: Pick<SourceFacts, 'bank_code'>,
): ItemFault | null => {
  const unsuited = (needs: Phrase): ItemFault => ({
    field: 'recipient',
    code: 'unsupported_transfer_type',
    message: phrase`${type} goes to ${needs}`,
  })
  if (type === 'credit_card')
    return receiver.masked_card_no === null ? unsuited(phrase`a card: send card_details`) : null
  if (receiver.masked_card_no !== null) return unsuited(phrase`an account, not to a card`)
  if (type === 'remittance') {
    if (receiver.bank_code === source.bank_code) return null
    return receiver.iban === null
      ? unsuited(phrase`an account at the source account’s own bank`)
      : notEligible(phrase`a remittance stays inside the source account’s own bank; use fast or eft`)
  }
  if (receiver.iban === null) return unsuited(phrase`an IBAN`)
  return receiver.iban.startsWith('TR') ? null : notEligible(phrase`${type} reaches Turkish IBANs alone`)
}
const notEligible = (message: Phrase): ItemFault => ({ field: 'recipient.iban', code: 'iban_not_eligible', message })

const limitFault = ({ amount, transfer_type }: MovedAmount, source: SourceFacts, nowMs: number): ItemFault | null => {
  const most = transferRule(transfer_type, nowMs)?.amountMax ?? null
  if (most !== null && amount.value > most)
    return {
      field: 'amount.value',
      code: transfer_type === 'fast' ? 'fast_amount_limit' : 'single_transfer_limit_exceeded',
      message: phrase`one ${transfer_type} carries at most ${most} minor units; use eft`,
    }
  const limit = source.single_transfer_limit
  if (limit !== undefined && amount.value > limit)
    return {
      field: 'amount.value',
      code: 'single_transfer_limit_exceeded',
      message: phrase`one transfer of this account carries at most ${limit} minor units`,
    }
  return null
}

const scheduleFault = (date: string | undefined, nowMs: number): ItemFault | null => {
  if (date === undefined) return null
  const at = Date.parse(date)
  if (at < nowMs - PAST_TOLERANCE_MS)
    return {
      field: 'scheduled_date',
      code: 'invalid_schedule',
      message: phrase`lies in the past; it is ${isoTime(nowMs)}`,
    }
  if (at > nowMs + AHEAD_MAX_MS)
    return { field: 'scheduled_date', code: 'invalid_schedule', message: phrase`lies more than 365 days ahead` }
  return null
}
