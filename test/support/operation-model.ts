/** What must be true of one payment and its captures, voids and refunds, as plain arithmetic. No code of the platform. */

export type Kind = 'capture' | 'void' | 'refund'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ISTANBUL_MS = 3 * HOUR_MS
const AMOUNT = 1_000

export interface Asked {
  kind: Kind
  /** Undefined: all there is. */
  amount?: number
  /** The bank's response; 99 = none, and approved at the inquiry. */
  simulate?: string
}

export interface Told {
  status: number
  /** Code of the problem, or status of the result. */
  word: string
}

export class PaymentModel {
  readonly isSale: boolean
  captured: number
  refunded = 0
  /** Sent and not answered. */
  open: { kind: Kind; amount: number; from: 'authorized' | 'completed' }[] = []
  /** Where it rests when nothing is open. */
  rest: 'authorized' | 'completed' | 'refunded' | 'canceled'
  authorizedAt: number
  completedAt: number
  events: string[]
  /** Signed sum of what the merchant has. */
  booked: number

  constructor(isSale: boolean, nowMs: number) {
    this.isSale = isSale
    this.captured = isSale ? AMOUNT : 0
    this.booked = this.captured
    this.rest = isSale ? 'completed' : 'authorized'
    this.events = [isSale ? 'payment.completed' : 'payment.authorized']
    this.authorizedAt = nowMs
    this.completedAt = nowMs
  }

  get status(): string {
    const kind = this.open[0]?.kind
    if (kind === undefined) return this.rest
    return { capture: 'capture_processing', void: 'canceled_processing', refund: 'refund_processing' }[kind]
  }

  get refundable(): number {
    return (
      this.captured -
      this.refunded -
      this.open.reduce((sum, each) => sum + (each.kind === 'refund' ? each.amount : 0), 0)
    )
  }

  /** The response to the caller; the payment moves along. */
  take(asked: Asked, nowMs: number): Told {
    const refusal = this.refusal(asked, nowMs)
    if (refusal !== undefined) return { status: 422, word: refusal }
    const whole = { capture: AMOUNT, void: this.rest === 'completed' ? this.captured : AMOUNT, refund: this.refundable }
    const step = {
      kind: asked.kind,
      amount: asked.amount ?? whole[asked.kind],
      from: this.rest === 'authorized' ? ('authorized' as const) : ('completed' as const),
    }
    if (asked.simulate === '99') {
      this.open.push(step)
      return { status: 202, word: 'pending' }
    }
    if (asked.simulate !== undefined) return { status: 422, word: 'bank_declined' }
    return { status: 200, word: this.#accept(step, nowMs) }
  }

  /** The inquiry: the bank confirms every open operation. */
  settle(nowMs: number): void {
    for (const step of this.open.splice(0)) this.#accept(step, nowMs)
  }

  #accept({ kind, amount, from }: PaymentModel['open'][number], nowMs: number): string {
    this.events.push(`${kind}.completed`)
    if (kind === 'capture') {
      this.captured = amount
      this.booked += amount
      this.completedAt = nowMs
      this.rest = 'completed'
      return 'completed'
    }
    if (kind === 'void') {
      if (from === 'completed') this.booked -= this.captured
      this.rest = 'canceled'
      return 'voided'
    }
    this.refunded += amount
    this.booked -= amount
    if (this.refunded < this.captured) return 'partially_refunded'
    this.rest = 'refunded'
    return 'refunded'
  }

  refusal({ kind, amount }: Asked, nowMs: number): string | undefined {
    const busy = this.open[0]?.kind
    if (kind === 'capture') {
      if (busy === 'capture' || busy === 'void') return 'capture_not_allowed'
      if (this.rest === 'canceled' || this.isSale) return 'payment_not_pre_auth'
      if (this.rest !== 'authorized') return 'payment_already_captured'
      if (nowMs - this.authorizedAt > 7 * DAY_MS) return 'pre_auth_expired'
      if (amount !== undefined && amount < 1) return 'invalid_amount'
      return amount !== undefined && amount > AMOUNT ? 'capture_amount_exceeds_authorization' : undefined
    }
    if (kind === 'void') {
      if (busy !== undefined) return 'payment_not_voidable'
      if (this.rest === 'canceled') return 'payment_already_voided'
      if (this.rest === 'authorized') return undefined
      if (this.rest === 'refunded') return 'payment_not_voidable'
      return this.refunded > 0 || dayOf(this.completedAt) !== dayOf(nowMs) ? 'void_not_allowed' : undefined
    }
    if (this.rest === 'refunded') return 'payment_already_refunded'
    if (busy === 'capture' || busy === 'void' || this.rest !== 'completed') return 'payment_not_refundable'
    if (nowMs - this.completedAt > 180 * DAY_MS) return 'bank_refund_period_expired'
    if (amount === undefined) return this.refundable === 0 ? 'payment_already_refunded' : undefined
    if (amount < 1) return 'invalid_refund_amount'
    return amount > this.refundable ? 'refund_exceeds_original' : undefined
  }
}

const dayOf = (ms: number): number => Math.floor((ms + ISTANBUL_MS) / DAY_MS)
