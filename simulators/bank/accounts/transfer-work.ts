/** POST /transfers, GET /transfers/{reference}, its reversal and its receipt: from the request to the response. */
import type { Bank } from '../bank-parts.ts'
import { type Transfer, transferKey } from '../ledger/account-books.ts'
import type { Answer, Work } from '../wire/serve.ts'
import { isCardNumber, maskCard } from '../world/cards.ts'
import { answer, MESSAGES, refusal, shownReceipt, shownTransfer } from './answers.ts'
import type { TransferBody } from './bodies.ts'
import { bringTransfersUpToDate } from './due-transfers.ts'
import type { Notices } from './notices.ts'
import { SILENT_MS } from './outcomes.ts'
import { reverseTransfer } from './reverse-transfer.ts'
import { type SendRefusal, sendTransfer, type TransferOrder } from './send-transfer.ts'
import { toTransferEffect } from './transfer-fault-effect.ts'

const REFUSALS: Readonly<Record<SendRefusal, readonly [status: number, message: string]>> = {
  unknown_account: [404, 'the customer has no such account'],
  currency_mismatch: [422, 'the account is kept in another currency'],
  currency_not_allowed: [422, 'fast, eft and credit_card are in TRY'],
  invalid_iban: [422, 'the IBAN of the recipient is none'],
  not_own_bank: [422, 'a remittance stays inside the bank of its source'],
  same_account: [422, 'source and recipient are the same account'],
  fast_limit: [422, 'fast carries at most 20000000'],
  recipient_mismatch: [
    422,
    'fast and eft go to an IBAN, remittance to an IBAN or account number, credit_card to a card',
  ],
  reference_used: [409, 'the reference stands for another transfer'],
  reference_reversed: [409, 'the reference was reversed before it came'],
}

export const transferWork =
  (bank: Bank, notices: Notices, customer: string, body: TransferBody): Work =>
  (_effect, extra, fault) => {
    const { card_number } = body.recipient
    if (card_number !== undefined && !isCardNumber(card_number))
      return refusal(422, 'invalid_card', 'the card number is none')
    const effect = toTransferEffect(fault)
    const sent = sendTransfer(bank.ledger, buildOrder(customer, body), effect)
    switch (sent.kind) {
      case 'not_sent': {
        const [status, message] = REFUSALS[sent.refusal]
        return refusal(status, sent.refusal, message)
      }
      case 'lost':
        return silent(false)
      case 'faulty':
        return answer(200, { ...notProcessed(body), ...more(extra) })
      case 'sent':
        if (sent.isSilent) return silent(true)
        return tellingFirst(bank, notices, sent.transfer, sent.isNew, effect.tellsFirst === true, extra)
    }
  }

const silent = (booked: boolean): Answer => ({
  text: '',
  booked,
  script: { code: '91', booked, delayMs: 0, silentMs: SILENT_MS },
})

const more = (extra: boolean): object => (extra ? { campaign: { name: 'Bahar', points: 3 } } : {})

const notProcessed = ({ reference, transfer_id }: TransferBody): object => ({
  reference,
  transfer_id: transfer_id ?? null,
  status: 'not_processed',
  code: '96',
  message: MESSAGES['96'],
})

const tellingFirst = (
  bank: Bank,
  notices: Notices,
  transfer: Transfer,
  isNew: boolean,
  tellsFirst: boolean,
  extra: boolean,
): Answer => {
  if (tellsFirst) bringTransfersUpToDate(bank.ledger)
  const booked = isNew && transfer.status !== 'refused' && transfer.plan[0]?.step !== 'refuse'
  return {
    ...answer(isNew ? 201 : 200, { ...shownTransfer(transfer), ...more(extra) }, booked),
    ...(tellsFirst ? { first: () => notices.post() } : {}),
  }
}

const buildOrder = (customer: string, body: TransferBody): TransferOrder => {
  const { reference, transfer_id, source_iban, type, amount, currency, recipient, description = '' } = body
  const { name, iban, account_number, card_number } = recipient
  return {
    customer,
    reference,
    ...(transfer_id === undefined ? {} : { transfer_id }),
    source_iban,
    type,
    amount,
    currency,
    recipient: {
      ...(name === undefined ? {} : { name }),
      ...(iban === undefined ? {} : { iban }),
      ...(account_number === undefined ? {} : { account_number }),
      ...(card_number === undefined ? {} : { card: maskCard(card_number) }),
    },
    description,
  }
}

/** Returns undefined if an inquiry finds nothing, although it may exist (fault stale_inquiry). */
const found = ({ ledger }: Bank, customer: string, reference: string): Transfer | undefined => {
  const transfer = ledger.books.accounts.transfers.get(transferKey(customer, reference))
  return (transfer?.hidden_until ?? 0) > ledger.now() ? undefined : transfer
}

export const inquiryWork =
  (bank: Bank, customer: string, reference: string): Work =>
  (_effect, extra) => {
    const transfer = found(bank, customer, reference)
    return transfer
      ? answer(200, { ...shownTransfer(transfer), ...more(extra) })
      : unknownReference(bank, customer, reference)
  }

const unknownReference = ({ ledger }: Bank, customer: string, reference: string): Answer =>
  refusal(404, 'unknown_reference', 'no transfer of this reference is known here', {
    reversed: ledger.books.accounts.tombstones.has(transferKey(customer, reference)),
  })

export const reversalWork =
  (bank: Bank, customer: string, reference: string): Work =>
  () => {
    const transfer = reverseTransfer(bank.ledger, customer, reference)
    if (transfer === 'taken') return answer(200, { reference, status: 'reversed', known: false })
    return refusal(409, 'transfer_known', 'a transfer that was taken cannot be reversed', {
      transfer: shownTransfer(transfer),
    })
  }

export const receiptWork =
  (bank: Bank, customer: string, reference: string): Work =>
  () => {
    const transfer = found(bank, customer, reference)
    if (!transfer) return unknownReference(bank, customer, reference)
    if (transfer.status === 'processing' || transfer.status === 'refused')
      return refusal(409, 'receipt_not_available', 'there is no receipt in this state')
    if (!transfer.has_receipt) return refusal(502, 'receipt_error', 'the receipt could not be made')
    return answer(200, shownReceipt(transfer, bank.ledger.books.accounts.accounts.get(transfer.source_iban)!))
  }
