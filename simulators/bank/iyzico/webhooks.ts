/** Notifications of iyzico: due some seconds after a payment, signed, and repeated twice until they are taken. */
import { createHmac } from 'node:crypto'
import type { Bank } from '../bank-parts.ts'
import type { Striking } from '../faults/faults.ts'
import type { OwedWebhook } from '../ledger/institution-books.ts'
import type { InstitutionPayment } from '../ledger/institution-facts.ts'
import type { Order } from '../ledger/order.ts'
import { IYZICO_MERCHANTS } from '../world/merchants.ts'
import { webhookSignature } from './hash.ts'

const AGAIN_MS = 15 * 60_000
const ATTEMPTS_MAX = 3
const COPIES_MAX = 20
const DEADLINE_MS = 10_000
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

interface Announced {
  readonly order: Order
  readonly payment: InstitutionPayment
  readonly event: 'API_AUTH' | 'THREE_DS_AUTH'
  readonly status: 'SUCCESS' | 'FAILURE'
}

/** Makes a notification due, if the merchant wants any. */
export const announce = ({ ledger, seed }: Bank, { order, payment, event, status }: Announced): void => {
  const wanted = ledger.books.institution.wanted.get(order.merchant)
  if (wanted === undefined || wanted.url === null) return
  const id = toReferenceCode(seed, ledger.books.count)
  const paymentId = Number(payment.payment_id)
  ledger.commit({
    kind: 'webhook_due',
    id,
    merchant: order.merchant,
    order_id: order.order_id,
    due_at: ledger.now() + wanted.delay_s * 1_000,
    body: {
      paymentConversationId: payment.conversation_id,
      merchantId: Number(order.merchant),
      paymentId,
      status,
      iyziReferenceCode: id,
      iyziEventType: event,
      iyziEventTime: ledger.now(),
      iyziPaymentId: paymentId,
    },
  })
}

const toReferenceCode = (seed: string, count: number): string =>
  createHmac('sha256', seed)
    .update(`webhook/${count}`)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Resolves when those that were due at the call have been posted. */
export const createWebhooks = (bank: Bank): (() => Promise<void>) => {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => postDue(bank))
    return last
  }
}

const postDue = async (bank: Bank): Promise<void> => {
  const { ledger } = bank
  const due = [...ledger.books.institution.owed.values()].filter(({ due_at }) => due_at <= ledger.now())
  if (due.length === 0) return
  await ledger.durable()
  await Promise.all(due.map((webhook) => postOne(bank, webhook)))
  await ledger.durable()
}

const postOne = async (bank: Bank, webhook: OwedWebhook): Promise<void> => {
  const { ledger } = bank
  const { id, merchant, order_id, attempts, body } = webhook
  const url = ledger.books.institution.wanted.get(merchant)?.url ?? null
  const fault = bank.faults.strike({ face: 'iyzico', merchant, order_id, operation: 'notice' }, ['notice'])
  fault?.fired(body.status === 'SUCCESS' ? 'moved' : 'not_moved')
  const text = JSON.stringify(body)
  const answer = url === null ? 'not wanted' : await postCopies({ url, text, webhook, fault })
  const isTaken = url === null || answer === 'lost' || /(^|, )2\d\d/.test(answer)
  const isLast = attempts + 1 >= ATTEMPTS_MAX
  const again = isTaken || isLast ? {} : { again_at: ledger.now() + AGAIN_MS }
  ledger.commit({ kind: 'webhook_posted', id, answer, ...again })
  bank.exchanges.keep({
    ...{ at: new Date(ledger.now()).toISOString(), path: url ?? '', merchant, order_id, operation: 'notice' },
    ...{ request: text, answer, ...(fault ? { fault: fault.name } : {}) },
  })
}

interface Posting {
  readonly url: string
  readonly text: string
  readonly webhook: OwedWebhook
  readonly fault: Striking | undefined
}

/** A notification that is lost counts as taken. */
const postCopies = async ({ url, text, webhook, fault }: Posting): Promise<string> => {
  if (fault?.name === 'notice_lost') return 'lost'
  const copies = fault?.name === 'notice_twice' ? Math.min(Number(fault.parameter('copies')), COPIES_MAX) : 1
  const { storeKey } = IYZICO_MERCHANTS.get(webhook.merchant)!
  const key = fault?.name === 'notice_bad_signature' ? `${storeKey}?` : storeKey
  const signature = webhookSignature(webhook.body, key)
  return (await Promise.all(Array.from({ length: copies }, () => send(url, text, signature)))).join(', ')
}

const send = async (url: string, body: string, signature: string): Promise<string> => {
  if (!LOOPBACK.has(new URL(url).hostname)) return 'not sent: no call leaves this machine'
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-iyz-signature-v3': signature },
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
