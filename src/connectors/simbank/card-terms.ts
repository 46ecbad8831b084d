/** The effect of a test card's switches before it is charged (docs/interface/sandbox.md#keys-of-a-test-card). */

import type { Attempt } from '../attempt.ts'
import { type CardTerms, usablePoints } from '../port.ts'
import type { SimulatedCard } from './simulated-card.ts'

const INSTALLMENTS_MAX = 12
/** Points of the sandbox's cards are worth lira (docs/interface/sandbox.md#points). */
const POINT_CURRENCY = 'TRY'

export const toCardTerms = ({ card_type, card_brand, extra_properties }: SimulatedCard): CardTerms => {
  const { max_installments, country = 'TR', point_balance, point_program } = extra_properties
  const most = card_type === 'Credit' && country === 'TR' ? INSTALLMENTS_MAX : 1
  return {
    installmentsMax: max_installments === undefined ? most : Math.min(most, Number(max_installments)),
    ...(point_balance === undefined
      ? {}
      : { points: { balance: Number(point_balance), program: point_program ?? card_brand, currency: POINT_CURRENCY } }),
  }
}

/** Returns undefined if no points were requested. */
export const usedPoints = (
  { extra, amount, configuration }: Attempt,
  card: SimulatedCard | undefined,
): number | undefined =>
  extra.use_points === 'true' && configuration.settings.supports_points !== 'false'
    ? usablePoints(card && toCardTerms(card).points, amount)
    : undefined
