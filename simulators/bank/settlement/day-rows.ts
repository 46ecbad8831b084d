/**
 * The movements of a batch as rows of the day's file, derived only from the ledger, so that they are the same every
 * time.
 */
import type { References } from '../ledger/facts.ts'
import type { Order } from '../ledger/order.ts'
import { cardOfMask } from '../world/cards.ts'
import { findMerchant } from '../world/merchants.ts'
import { findBasisPoints, type Part, partsOfSale, partTakenBack } from './commission.ts'

export type MovementKind = 'SALE' | 'REFUND' | 'VOID_AFTER' | 'CHARGEBACK' | 'CHARGEBACK_REVERSAL'

export interface SettledMovement {
  readonly order: Order
  readonly kind: MovementKind
  readonly references: References
  readonly batch: number
  readonly at: number
  readonly basisPoints: number
  readonly scheme: string
  readonly cardType: string
  readonly isOnUs: boolean
  readonly parts: readonly Part[]
}

/** The card program of each gateway's bank. */
const OWN_PROGRAMS: Readonly<Record<string, string>> = {
  nestpay: 'Axess',
  garanti: 'Bonus',
  posnet: 'World',
  payfor: 'Cardfinans',
  akbank: 'Axess',
  interpos: 'Bonus',
  kuveyt: 'Sağlam Kart',
  iyzico: 'none: an institution issues no cards',
}

/**
 * Returns the movements of one order that a batch of the bank settles; a sale that was voided in its own batch is not
 * one.
 */
export const listMovements = (order: Order): SettledMovement[] => {
  if (order.captureBatch === undefined || order.capturedAt === undefined || order.voided) return []
  const card = cardOfMask(order.card)
  const movement = (
    kind: MovementKind,
    references: References,
    batch: number,
    at: number,
    parts: readonly Part[],
  ): SettledMovement => ({
    order,
    kind,
    references,
    batch,
    at,
    basisPoints: findBasisPoints(order),
    scheme: order.scheme.toUpperCase(),
    cardType: (card?.type ?? 'Credit').toUpperCase(),
    isOnUs: card?.program === OWN_PROGRAMS[order.face],
    parts,
  })
  const keeps = findMerchant(order.face, order.merchant)?.keepsCommission ?? false
  const charge = order.movements[0]!
  const sale = movement(
    'SALE',
    refsOf(order, charge.references, charge.batch),
    order.captureBatch,
    order.capturedAt,
    partsOfSale(order, order.captured, order.capturedAt),
  )
  const back = order.movements.flatMap((each) => {
    const { operation, booked, amount, references, at } = each
    const batch = each.bookedBatch ?? each.batch
    if (!booked || each === charge) return []
    const named = refsOf(order, references, each.batch)
    if (operation === 'refund') return [movement('REFUND', named, batch, at, [partTakenBack(order, amount, at, keeps)])]
    if (operation !== 'reversal') return []
    return [movement('VOID_AFTER', named, batch, at, [partTakenBack(order, amount, at, false)])]
  })
  const disputes = order.disputes.map((dispute) =>
    movement(dispute.kind, dispute.references, dispute.batch, dispute.at, [
      dispute.kind === 'CHARGEBACK'
        ? partTakenBack(order, dispute.amount, dispute.at, true)
        : partTakenBack(order, -dispute.amount, dispute.at, true),
    ]),
  )
  return [sale, ...back, ...disputes]
}

/** Garanti identifies a movement by its batch and its number in it. */
const refsOf = ({ face }: Order, references: References, batch: number): References =>
  face === 'garanti'
    ? {
        ...references,
        transaction_id: `${String(batch).padStart(6, '0')}-${references.transaction_id.slice(-6)}`,
      }
    : references
