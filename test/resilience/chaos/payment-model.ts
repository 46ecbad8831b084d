/** What must be true of payments, as plain arithmetic: a key, its request, its outcome by card, and time. No code of the platform. */
import { createHash } from 'node:crypto'
import { CARDS, paymentBody } from '../../support/payments.ts'

export const SILENT = '4539450000000025'
const HOUR_MS = 3_600_000
const KEY_LIFE_MS = 24 * HOUR_MS
const ALERT_LIFE_MS = 24 * HOUR_MS
const WINDOW_MS = 90_000
/** Between the program's own clock readings and the model's. */
const SLACK_MS = 5_000
/** The longest wait between two inquiries, and what the sweep needs to come round. */
const INQUIRY_MS = 61_000

export const MODEL_CARDS = [
  CARDS.success,
  CARDS.unknown,
  CARDS.declined,
  CARDS.insufficient,
  CARDS.random,
  CARDS.gatewayError,
  SILENT,
  SILENT,
  SILENT, // the only one that changes after its first response
] as const

/** A rule of the model's tenant holds payments of this buyer. */
export const REVIEWED = 'held@model.example'

export type State = 'created' | 'completed' | 'authorized' | 'failed' | 'processing'

export interface Modelled {
  slot: number
  request: Request
  transaction: string
  /** Of the platform's clock, as late as it can have been. */
  created: number
  /** When it was sent to the bank. */
  sent: number
  state: State
  /** The answer a repeat must get byte for byte; undefined while there is none. */
  answer: { status: number; text: string } | undefined
}

export interface Request {
  slot: number
  card: string
  amount: number
  kind: 'sale' | 'pre_auth'
  isReviewed: boolean
}

export interface Model {
  readonly sequence: string
  /** All ever made, and the one each key belongs to. */
  readonly payments: Modelled[]
  readonly ofSlot: Map<number, Modelled>
  readonly seen: Map<string, number>
}

export const textOf = (model: Model, { slot, card, amount, kind, isReviewed }: Request): string =>
  JSON.stringify(
    paymentBody({
      external_id: `${model.sequence}/${slot}`,
      basket_id: model.sequence,
      amount: { amount, currency: 'TRY' },
      card: { number: card },
      operation_type: kind,
      ...(isReviewed ? { buyer: { email: REVIEWED } } : {}),
    }),
  )

/** The payment the slot's key belongs to at this moment, if any. */
export const holderOf = (model: Model, slot: number, nowMs: number): Modelled | undefined => {
  const holder = model.ofSlot.get(slot)
  return holder && nowMs - holder.created < KEY_LIFE_MS ? holder : undefined
}

export const isSame = (one: Request, other: Request): boolean =>
  one.card === other.card &&
  one.amount === other.amount &&
  one.kind === other.kind &&
  one.isReviewed === other.isReviewed

/** The response to a call whose payment goes to the bank, and the payment's state. */
export const outcomeOf = (model: Model, request: Request): { status: number; state: State } => {
  const success = { status: 200, state: request.kind === 'sale' ? 'completed' : 'authorized' } as const
  const decline = { status: 422, state: 'failed' } as const
  switch (request.card) {
    case CARDS.declined:
    case CARDS.insufficient:
      return decline
    case CARDS.gatewayError:
      return { status: 503, state: 'failed' }
    case SILENT:
      return { status: 202, state: 'processing' }
    case CARDS.random:
      return createHash('sha256').update(`${model.sequence}/${request.slot}`).digest()[0]! % 2 === 1 ? decline : success
    default:
      return success
  }
}

/** Whether a person can still decide about it. */
export const isHeld = ({ state, created }: Modelled, nowMs: number): boolean =>
  state === 'created' && nowMs - created < ALERT_LIFE_MS

/**
 * States a payment may be in now; an open one is resolved somewhere between the end of the window and the next inquiry, one
 * without a decision has expired after a day.
 */
export const statesOf = (payment: Modelled, nowMs: number): State[] => {
  const { state, sent } = payment
  if (state === 'created') return [isHeld(payment, nowMs) ? 'created' : 'failed']
  if (state !== 'processing') return [state]
  const age = nowMs - sent
  if (age <= WINDOW_MS - SLACK_MS) return ['processing']
  return age <= WINDOW_MS + INQUIRY_MS ? ['processing', 'failed'] : ['failed']
}

export const note = (model: Model, what: string): void => void model.seen.set(what, (model.seen.get(what) ?? 0) + 1)
