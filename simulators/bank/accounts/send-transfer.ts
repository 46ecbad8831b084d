/** A transfer: the bank's checks in order, and its postings. Decides and posts synchronously. */

import type { BankAccount } from '../ledger/account-books.ts'
import { ledgerAccount, sumMovements, type Transfer, transferKey } from '../ledger/account-books.ts'
import type { Planned, Recipient, Transferred, TransferType } from '../ledger/account-facts.ts'
import { atOneMoment, type Ledger } from '../ledger/ledger.ts'
import { nextEftOpening } from './eft-hours.ts'
import { isIban, readAccountNumber, readBankCode } from './iban.ts'
import { completing, decideOutcome, type Outcome, refusing } from './outcomes.ts'
import type { TransferFaultEffect } from './transfer-fault-effect.ts'
import { take, toClearingAccount } from './transfer-postings.ts'

/** Why nothing was attempted; the reference remains free. */
export type SendRefusal =
  | 'unknown_account'
  | 'currency_mismatch'
  | 'currency_not_allowed'
  | 'invalid_iban'
  | 'not_own_bank'
  | 'same_account'
  | 'fast_limit'
  | 'recipient_mismatch'
  | 'reference_used'
  | 'reference_reversed'

export interface TransferOrder
  extends Pick<
    Transferred,
    | 'customer'
    | 'reference'
    | 'transfer_id'
    | 'source_iban'
    | 'type'
    | 'amount'
    | 'currency'
    | 'recipient'
    | 'description'
  > {}

export type Sent =
  | { readonly kind: 'not_sent'; readonly refusal: SendRefusal }
  | { readonly kind: 'lost' }
  /** 96: nothing was posted, so the reference may be sent again. */
  | { readonly kind: 'faulty' }
  | { readonly kind: 'sent'; readonly transfer: Transfer; readonly isNew: boolean; readonly isSilent: boolean }

const FAST_MAX = 20_000_000
const EFT_AS_FAST_BELOW = 5_000_000
const FEE_DIVISOR = 100 // credit_card: 1 percent, half up

export const sendTransfer = (open: Ledger, order: TransferOrder, effect: TransferFaultEffect = {}): Sent => {
  const ledger = atOneMoment(open)
  const books = ledger.books.accounts
  const key = transferKey(order.customer, order.reference)
  const known = books.transfers.get(key)
  if (known) {
    if (isSameOrder(known, order)) return { kind: 'sent', transfer: known, isNew: false, isSilent: false }
    violate(ledger, order, 'transfer_reference_reused')
    return { kind: 'not_sent', refusal: 'reference_used' }
  }
  if (books.tombstones.has(key)) return { kind: 'not_sent', refusal: 'reference_reversed' }
  const account = books.accounts.get(order.source_iban)
  const refusal = findRefusal(order, account)
  if (refusal === 'fast_limit') violate(ledger, order, 'fast_above_limit')
  if (refusal) return { kind: 'not_sent', refusal }
  judgeTries(ledger, order)
  const outcome = settled(ledger, order, effect.outcome ?? decideOutcome(receiverOf(order.recipient), order.amount))
  if (outcome.kind === 'lost' && order.transfer_id !== undefined) {
    const { customer, reference, transfer_id: transfer } = order
    ledger.commit({ kind: 'transfer_lost', customer, reference, transfer })
  }
  if (outcome.kind !== 'accepted') return outcome
  ledger.commit(transferFact(ledger, order, account!, outcome, effect))
  return { kind: 'sent', transfer: books.transfers.get(key)!, isNew: true, isSilent: outcome.isSilent === true }
}

const violate = (ledger: Ledger, { customer, reference }: TransferOrder, violation: string): void =>
  ledger.commit({ kind: 'violation', violation, merchant: customer, order_id: reference })

/**
 * Records a violation if another attempt of this transfer may still move money. Only the control interface reports it,
 * because a real bank cannot detect it.
 */
const judgeTries = (ledger: Ledger, order: TransferOrder): void => {
  const { tries, transfers, tombstones } = ledger.books.accounts
  const { customer, transfer_id, reference } = order
  if (transfer_id === undefined) return
  for (const earlier of tries.get(transferKey(customer, transfer_id)) ?? []) {
    if (earlier === reference) continue
    const key = transferKey(customer, earlier)
    const transfer = transfers.get(key)
    if (transfer && transfer.status !== 'refused') violate(ledger, order, 'transfer_sent_twice')
    if (!transfer && !tombstones.has(key)) violate(ledger, order, 'transfer_sent_unreversed')
  }
}

const isSameOrder = (known: Transfer, order: TransferOrder): boolean =>
  (['transfer_id', 'source_iban', 'type', 'amount', 'currency', 'description'] as const).every(
    (name) => known[name] === order[name],
  ) &&
  (['name', 'iban', 'account_number', 'card'] as const).every((name) => known.recipient[name] === order.recipient[name])

const findRefusal = (order: TransferOrder, account?: BankAccount): SendRefusal | undefined => {
  const { type, amount, currency, recipient, customer, source_iban } = order
  if (account?.customer !== customer) return 'unknown_account'
  if (account.currency !== currency) return 'currency_mismatch'
  if (currency !== 'TRY' && type !== 'remittance') return 'currency_not_allowed'
  if ((recipient.card === undefined) === (type === 'credit_card')) return 'recipient_mismatch'
  if (recipient.account_number !== undefined && type !== 'remittance') return 'recipient_mismatch'
  if (recipient.iban !== undefined) {
    if (!isIban(recipient.iban)) return 'invalid_iban'
    if (recipient.iban === source_iban) return 'same_account'
    if (type === 'remittance' && readBankCode(recipient.iban) !== readBankCode(source_iban)) return 'not_own_bank'
  }
  return type === 'fast' && amount > FAST_MAX ? 'fast_limit' : undefined
}

const receiverOf = ({ iban, account_number }: Recipient): string | undefined => iban ?? account_number

/** System faults are counted per transfer, whatever reference it is sent under. */
const settled = (
  ledger: Ledger,
  { customer, reference, transfer_id = reference }: TransferOrder,
  outcome: Outcome,
): Extract<Outcome, { kind: 'accepted' | 'lost' }> | { kind: 'faulty' } => {
  if (outcome.kind !== 'faulty') return outcome
  const faults = ledger.books.accounts.systemFaults.get(transferKey(customer, transfer_id)) ?? 0
  if (faults >= outcome.tries) return completing as Extract<Outcome, { kind: 'accepted' }>
  ledger.commit({ kind: 'system_fault', customer, transfer: transfer_id })
  return { kind: 'faulty' }
}

type Accepted = Extract<Outcome, { kind: 'accepted' }>

const transferFact = (
  ledger: Ledger,
  order: TransferOrder,
  account: BankAccount,
  outcome: Accepted,
  effect: TransferFaultEffect,
): Transferred => {
  const { type, amount, currency } = order
  const sent_as = type === 'eft' && amount < EFT_AS_FAST_BELOW ? 'fast' : type
  const fee = type === 'credit_card' ? Math.floor((amount + FEE_DIVISOR / 2) / FEE_DIVISOR) : 0
  const receiver = receiverAccount(ledger, order)
  const refused = refusedAtOnce(account, amount, fee)
  const accepted = receiver === 'unusable' ? (refusing('02') as Accepted) : blockedOr(receiver, outcome)
  const plan = refused ? [] : buildPlan(ledger, accepted.plan, sent_as, effect)
  const isKeptHere = typeof receiver === 'object' && !plan.some(({ step }) => step === 'return')
  const base = {
    ...order,
    kind: 'transfer' as const,
    sent_as,
    fee,
    clears_to: isKeptHere ? ledgerAccount(receiver.iban) : toClearingAccount(currency, sent_as),
  }
  const takes = !refused && !plan.some(({ step }) => step === 'refuse')
  const waits = plan[0] !== undefined && waitsForHours(ledger, sent_as, effect)
  return {
    ...base,
    status: refused ? 'refused' : waits ? 'delivered' : accepted.status,
    code: refused ?? '00',
    plan,
    tells: accepted.isSilent !== true,
    has_receipt: accepted.lacksReceipt !== true,
    ...(effect.hidesMs === undefined ? {} : { hidden_until: ledger.now() + effect.hidesMs }),
    postings: takes ? take(base) : [],
  }
}

/** An outcome set on the account takes precedence over IBAN and amount. */
const refusedAtOnce = (account: BankAccount, amount: number, fee: number): string | undefined => {
  if (account.status !== 'active') return account.status === 'blocked' ? '03' : '02'
  return amount > sumMovements(account) - fee ? '01' : undefined
}

/** Returns the receiver's account if it is at this bank; one in another currency cannot be credited. */
const receiverAccount = (
  ledger: Ledger,
  { recipient: { iban, account_number }, source_iban, currency }: TransferOrder,
): BankAccount | 'unusable' | undefined => {
  const { accounts } = ledger.books.accounts
  const account =
    iban !== undefined
      ? accounts.get(iban)
      : [...accounts.values()].find(
          (one) =>
            readAccountNumber(one.iban) === account_number && readBankCode(one.iban) === readBankCode(source_iban),
        )
  if (!account) return undefined
  return account.currency !== currency || account.status === 'closed' ? 'unusable' : account
}

const blockedOr = (receiver: BankAccount | undefined, outcome: Accepted): Accepted =>
  receiver?.status === 'blocked' ? (refusing('03') as Accepted) : outcome

const buildPlan = (
  ledger: Ledger,
  plan: readonly Planned[],
  sentAs: TransferType,
  effect: TransferFaultEffect,
): readonly Planned[] => {
  const [first, ...rest] = plan
  if (!first || first.step === 'refuse') return plan
  const now = ledger.now()
  const begun = waitsForHours(ledger, sentAs, effect)
    ? { ...first, after_ms: nextEftOpening(now) - now + first.after_ms }
    : effect.tellsFirst
      ? { ...first, after_ms: 0 }
      : first
  return [begun, ...rest, ...(effect.returns ? [effect.returns] : [])]
}

const waitsForHours = (ledger: Ledger, sentAs: TransferType, effect: TransferFaultEffect): boolean => {
  if (effect.waitsForHours) return true
  const now = ledger.now()
  return ledger.books.accounts.windows === 'bank_hours' && sentAs === 'eft' && nextEftOpening(now) > now
}
