/** Rebuilds a stored payment's last attempt for an inquiry by its connector; the card code is never stored. */

import { openCard } from '../../acquiring/card-vault.ts'
import type { Attempt, CardData, Observation } from '../../connectors/attempt.ts'
import type { Connector } from '../../connectors/port.ts'
import { Secret } from '../../core/secret.ts'
import { toBankReferences } from '../model/bank-facts.ts'
import { type PaymentRow, toThreeDModel } from '../model/payment.ts'
import { buildAttempt } from './build-attempt.ts'
import type { PaymentServices } from './payment-services.ts'

/** Returns undefined if its configuration was deleted or no connector serves its bank. */
export const rebuildAttempt = async (
  services: Pick<PaymentServices, 'runtime' | 'banks'>,
  payment: PaymentRow,
): Promise<{ connector: Connector; attempt: Attempt } | undefined> => {
  const served = await services.banks.connectors.servedConfiguration(payment)
  if (served === undefined) return undefined
  const { configuration, connector } = served
  const card = await openStoredCard(services, payment)
  const attempt = buildAttempt(payment, configuration, card, toThreeDModel(payment))
  return { connector, attempt: { ...attempt, ...toRecordedObservation(payment) } }
}

const toRecordedObservation = (payment: PaymentRow): { recorded?: Observation } => {
  const references = toBankReferences(payment)
  const { bank_code } = payment
  if (bank_code === null) return payment.error_code === null ? {} : { recorded: { kind: 'not_found' } }
  if (payment.status !== 'failed') return { recorded: { kind: 'approved', references, bankCode: bank_code } }
  const fault = { providerCode: bank_code, providerMessage: payment.error_message ?? '' }
  return { recorded: { kind: 'declined', fault, references } }
}

/** Opens the stored card. The number is erased once a payment has its outcome; then only the masked form is left. */
export const openStoredCard = async (
  services: Pick<PaymentServices, 'runtime'>,
  payment: PaymentRow,
): Promise<CardData> => {
  if (payment.card_sealed === null)
    return {
      number: new Secret(payment.masked_card_number),
      expireMonth: 0,
      expireYear: 0,
      holderName: payment.card_holder_name,
    }
  const card = await openCard(
    services.runtime.sealer,
    payment.tenant_id,
    { table: 'payments', id: payment.id },
    payment.card_sealed,
  )
  return { ...card, holderName: payment.card_holder_name }
}
