/**
 * Asks the bank what a foreign card would be charged in its own currency, if the request wants that
 * (docs/interface/cards.md#currency-conversion).
 */
import type { CardData, Configuration } from '../../connectors/attempt.ts'
import { money } from '../../core/money.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { toBankReference } from '../model/bank-reference.ts'
import { OFFER_MS, toTerms } from '../model/conversion.ts'
import type { DraftedOffer } from '../persistence/payment-draft.ts'
import type { CardBody, ChargeCall } from './charge-call.ts'
import { isRequested } from './check-bank-terms.ts'

/** Refuses requests for which no offer can be made, whichever bank takes the payment. */
export const checkConversion = ({ body, recurring }: Pick<ChargeCall<CardBody>, 'body' | 'recurring'>): void => {
  if (!isRequested(body, 'dcc')) return
  const refuse = (why: Parameters<typeof fieldProblem>[2]): never => {
    throw fieldProblem('extra_properties.dcc', 'dcc_not_available', why)
  }
  if (recurring !== undefined)
    refuse(phrase`payments of plans are charged in the currency of the plan; leave the key out`)
  if (isRequested(body, 'use_points'))
    refuse(phrase`points pay in the currency of the payment: ask for one of use_points and dcc`)
}

interface Asked {
  id: string
  keyReference: string | null
  target: Configuration
  card: CardData
}

/**
 * Returns undefined if the payment is charged in its own currency. Nothing is stored yet, and nothing moves at the
 * bank.
 */
export const askForOffer = async (
  { banks: { connectors }, runtime }: Pick<PaymentServices, 'banks' | 'runtime'>,
  { body, tenantId }: ChargeCall<CardBody>,
  { id, keyReference, target, card }: Asked,
): Promise<DraftedOffer | undefined> => {
  if (!isRequested(body, 'dcc') || target.settings.dcc_enabled !== 'true' || body.installment > 1) return undefined
  const connector = connectors.connectorFor(target)
  if (connector?.capabilities.conversion === undefined) return undefined
  const { offer, exchanges } = await connectors.offerConversion(connector, {
    tenantId,
    reference: toBankReference({ id, key_reference: keyReference }, 1),
    transactionId: id,
    amount: money(body.amount.amount, body.amount.currency.toUpperCase()),
    card,
    configuration: target,
  })
  if (offer === 'none') return undefined
  return { terms: toTerms(offer), expires: runtime.clock.ms() + OFFER_MS, exchanges }
}
