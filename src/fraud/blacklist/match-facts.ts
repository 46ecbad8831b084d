/** Values of a payment or transfer that may be on the blacklist, looked up before rules are evaluated. */

import type { PaymentFacts } from '../expressions/payment-variables.ts'
import type { TransferFacts } from '../expressions/transfer-variables.ts'
import type { Blacklist } from './blacklist.ts'
import type { BlacklistValues } from './normal-forms.ts'

const valuesOfPayment = ({ card, customer, device, merchantExternalId }: PaymentFacts): BlacklistValues => ({
  card: card.number,
  email: customer.email,
  ip: customer.ip,
  device: device.fingerprint,
  merchant_external_id: merchantExternalId,
})

const valuesOfTransfer = ({ recipient, merchantExternalId }: TransferFacts): BlacklistValues => ({
  iban: recipient.iban,
  card: recipient.cardNumber,
  merchant_external_id: merchantExternalId,
})

/** Throws when the lists cannot be read. */
export const matchPaymentFacts = async (blacklist: Blacklist, facts: PaymentFacts): Promise<PaymentFacts> => ({
  ...facts,
  listed: await blacklist.matchTypes(facts.tenantId, valuesOfPayment(facts)),
})

/** Like the match for payments, for transfers of one tenant. */
export const matchTransferFacts = async (
  blacklist: Blacklist,
  tenantId: string,
  all: readonly TransferFacts[],
): Promise<readonly TransferFacts[]> => {
  const types = await blacklist.matchTypesOfEach(tenantId, all.map(valuesOfTransfer))
  return all.map((facts, at) => ({ ...facts, listed: types[at] ?? [] }))
}
