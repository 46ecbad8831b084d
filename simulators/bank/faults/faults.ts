/**
 * Decides which armed fault applies to a call. A fault that has fired is recorded in the ledger, with its true effect
 * on the money.
 */
import { createHmac } from 'node:crypto'
import type { FaultEffect } from '../acquirer/fault-effect.ts'
import type { ArmedFault } from '../ledger/books.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { type FaultName, faultKind } from './catalogue.ts'
import type { FaultKind, Place } from './fault-kind.ts'

/** The facts of a call that a fault can match. */
export interface FaultCall {
  readonly face: string
  readonly merchant: string
  readonly order_id: string
  /** sale, preauth, capture, void, refund, transfer; status, history, and so on; gate, callback, notice. */
  readonly operation: string
  /** The masked card number. */
  readonly card?: string
  /** IBAN of the receiver. */
  readonly iban?: string
  /** Minor units. */
  readonly amount?: number
  readonly authenticated?: boolean
}

export interface Striking {
  readonly name: FaultName
  parameter(name: string): string | number | boolean
  /** Records once that it fired. */
  fired(money: 'moved' | 'not_moved'): void
}

export interface Faults {
  /** Returns the first armed fault that matches, and consumes it. */
  strike(call: FaultCall, places: readonly Place[]): Striking | undefined
}

const MINUTE_MS = 60_000
/** Operations of a fault that names none; an inquiry is not among them. */
const MONEY: ReadonlySet<string> = new Set(['sale', 'preauth', 'capture', 'void', 'refund', 'transfer'])

export const createFaults = (ledger: Ledger): Faults => {
  const { faults } = ledger.books
  /** Faults that applied to a call and are not recorded yet. */
  const claimed = new WeakMap<ArmedFault, number>()
  const rolled = new WeakMap<ArmedFault, number>()
  const isLeft = (fault: ArmedFault): boolean =>
    fault.times === null || fault.fired + (claimed.get(fault) ?? 0) < fault.times
  const roll = (fault: ArmedFault): boolean => {
    const { id, seed, probability } = fault
    if (probability >= 1) return true
    const count = rolled.get(fault) ?? 0
    rolled.set(fault, count + 1)
    const draw = createHmac('sha256', seed).update(`${id}/${count}`).digest().readUInt32BE(0)
    return draw / 2 ** 32 < probability
  }
  return {
    strike(call, places) {
      if (faults.size === 0) return undefined
      for (const fault of faults.values()) {
        if (!isLeft(fault) || !fits(fault, call, places) || !roll(fault)) continue
        claimed.set(fault, (claimed.get(fault) ?? 0) + 1)
        let isOpen = true
        return {
          name: fault.fault as FaultName,
          parameter: (name) => fault.parameters[name]!,
          fired(money) {
            if (!isOpen) return
            isOpen = false
            claimed.set(fault, claimed.get(fault)! - 1)
            const { merchant, order_id, operation } = call
            ledger.commit({
              kind: 'fault_fired',
              id: fault.id,
              fault: fault.fault,
              merchant,
              order_id,
              operation,
              money,
            })
          },
        }
      }
      return undefined
    },
  }
}

const POSTED: ReadonlySet<Place> = new Set(['callback', 'notice', 'file', 'file_row'])

/** A ledger fault of cards does not apply to a transfer. */
const isFor = ({ place, on }: FaultKind, { face }: FaultCall): boolean =>
  place !== 'books' || on === 'both' || (on === 'transfers') === (face === 'accounts')

const fits = ({ fault, match }: ArmedFault, call: FaultCall, places: readonly Place[]): boolean => {
  const kind = faultKind(fault)
  if (!places.includes(kind.place) || !isFor(kind, call)) return false
  if (kind.authenticated && !call.authenticated) return false
  if (match.operation === undefined && !POSTED.has(kind.place) && !MONEY.has(call.operation)) return false
  return Object.entries(match).every(([name, value]) => call[name as keyof FaultCall] === value)
}

/** Returns its effect on the postings. */
export const toFaultEffect = (fault: Striking | undefined): FaultEffect => {
  switch (fault?.name) {
    case 'declined_but_charged':
      return { booksDecline: true }
    case 'approved_then_reversed':
      return { reverses: true }
    case 'stale_inquiry':
      return { hidesMs: Number(fault.parameter('minutes')) * MINUTE_MS }
    case 'duplicate_reference':
      return { repeatsReference: true }
    case 'order_id_reused':
      return { claimsOrderUsed: true }
    case 'void_race':
      return { endsDay: fault.parameter('day_end') === 'after' ? 'after' : 'before' }
    case 'refund_pending':
      return {
        refundMs: Number(fault.parameter('hours')) * 60 * MINUTE_MS,
        refundFails: fault.parameter('fails') === true,
      }
    case 'md1_then_decline':
      return { declines: true }
    default:
      return {}
  }
}
