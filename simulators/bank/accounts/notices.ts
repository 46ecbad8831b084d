/** Notifications to customers: due after a step of a transfer, posted once, signed, and only to this machine. */
import type { Bank } from '../bank-parts.ts'
import type { Striking } from '../faults/faults.ts'
import type { OwedNotice, Transfer } from '../ledger/account-books.ts'
import type { Enrolled, TransferStep } from '../ledger/account-facts.ts'
import { iso, MESSAGES, toBankReference, toReceipt } from './answers.ts'
import { noticeSignature } from './signature.ts'

export interface Notices {
  /** Posts all due notifications; resolves when those due at the call have been posted. */
  post(): Promise<void>
}

const LANES = 16 // a customer's platform is a single program
const COPIES_MAX = 20
const DEADLINE_MS = 10_000
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

export const createNotices = (bank: Bank): Notices => {
  const { owed } = bank.ledger.books.accounts
  let last = Promise.resolve()
  const run = async (): Promise<void> => {
    if (owed.size === 0) return
    const queue = [...owed.values()].values()
    const lane = async (): Promise<void> => {
      for (const notice of queue) await postOne(bank, notice)
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    await bank.ledger.durable()
  }
  return {
    post() {
      last = last.then(run)
      return last
    },
  }
}

const postOne = async (bank: Bank, notice: OwedNotice): Promise<void> => {
  const { ledger } = bank
  const transfer = ledger.books.accounts.transfers.get(notice.key)!
  const customer = ledger.books.accounts.customers.get(transfer.customer)
  await ledger.durable()
  const answer =
    customer?.notice_url === undefined
      ? 'not wanted'
      : await postWith(bank, notice, transfer, { ...customer, notice_url: customer.notice_url })
  ledger.commit({ kind: 'notice_posted', notice: notice.n, answer })
}

type Listening = Enrolled & { readonly notice_url: string }

const postWith = async (bank: Bank, notice: OwedNotice, transfer: Transfer, to: Listening): Promise<string> => {
  const { customer: merchant, reference, amount, recipient } = transfer
  const call = {
    face: 'accounts',
    merchant,
    order_id: reference,
    operation: 'notice',
    amount,
    ...(recipient.iban === undefined ? {} : { iban: recipient.iban }),
  }
  const fault = bank.faults.strike(call, ['notice'])
  fault?.fired(notice.step === 'complete' || notice.step === 'return' ? 'moved' : 'not_moved')
  const body = JSON.stringify(buildBody(notice, transfer, fault))
  const copies = fault?.name === 'notice_twice' ? Math.min(Number(fault.parameter('copies')), COPIES_MAX) : 1
  const answers =
    fault?.name === 'notice_lost'
      ? ['lost']
      : await Promise.all(Array.from({ length: copies }, () => send(to, EVENTS[notice.step], body, fault)))
  const answer = answers.join(', ')
  bank.exchanges.keep({
    at: iso(bank.ledger.now()),
    path: to.notice_url,
    merchant,
    order_id: reference,
    operation: 'notice',
    request: body,
    answer,
    ...(fault ? { fault: fault.name } : {}),
  })
  return answer
}

const EVENTS: Readonly<Record<TransferStep, string>> = {
  complete: 'transfer.completed',
  refuse: 'transfer.refused',
  give_back: 'transfer.refused',
  return: 'transfer.returned',
}

/** Reports the state at that step, whatever has happened since. */
const buildBody = ({ step, code }: OwedNotice, transfer: Transfer, fault: Striking | undefined): object => {
  const status = step === 'complete' ? 'completed' : step === 'return' ? 'returned' : 'refused'
  return {
    external_key: transfer.transfer_id ?? transfer.reference,
    ...(transfer.recipient.card === undefined ? {} : { shadow_card_number: transfer.recipient.card }),
    product_ref_no: toBankReference(transfer),
    success: step === 'complete',
    ...(step === 'complete' ? {} : { error_description: MESSAGES[code] ?? 'Refused' }),
    channel_id: 'SIMBANK',
    additional_data: {
      reference: transfer.reference,
      status,
      code,
      amount: fault?.name === 'notice_wrong_amount' ? fault.parameter('minor') : transfer.amount,
      fee: transfer.fee,
      currency: transfer.currency,
      sent_as: transfer.sent_as,
      receipt_no: toReceipt({ number: transfer.number, status }),
      accepted_at: iso(transfer.accepted_at),
      completed_at: transfer.completed_at === undefined ? null : iso(transfer.completed_at),
    },
  }
}

/**
 * The time of the signature is real time, whatever the bank's clock shows, because it is about the message, not the
 * business.
 */
const send = async (to: Listening, event: string, body: string, fault: Striking | undefined): Promise<string> => {
  if (!LOOPBACK.has(new URL(to.notice_url).hostname)) return 'not sent: no call leaves this machine'
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const key = fault?.name === 'notice_bad_signature' ? `${to.secret_key}?` : to.secret_key
  try {
    const answer = await fetch(to.notice_url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-webhook-event': event,
        'x-webhook-timestamp': timestamp,
        'x-webhook-signature': noticeSignature(key, timestamp, body),
        ...(to.tenant_id === undefined ? {} : { 'x-tenant-id': to.tenant_id }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    await answer.arrayBuffer()
    return String(answer.status)
  } catch (error) {
    return `not delivered: ${(error as Error).message}`
  }
}
