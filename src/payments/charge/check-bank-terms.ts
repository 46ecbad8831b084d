/** Bank-specific checks of a payment before anything is stored: installments for its card, points, listed cities. */

import type { Configuration } from '../../connectors/attempt.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { Secret } from '../../core/secret.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import type { CardBody } from './charge-call.ts'

export const checkBankTerms = async (
  { banks: { connectors }, directory: { isListedCity } }: Pick<PaymentServices, 'banks' | 'directory'>,
  tenantId: string,
  body: CardBody,
  target: Configuration,
): Promise<void> => {
  const connector = connectors.connectorFor(target)
  const terms = await connector?.cardTerms?.(tenantId, new Secret(body.card.number))
  if (terms !== undefined && body.installment > terms.installmentsMax)
    throw new Problem('invalid_installment', {
      detail: phrase`The card takes at most ${terms.installmentsMax} installment(s) at its bank.`,
    })
  if (isRequested(body, 'use_points') && !acceptsPoints(target, connector))
    throw fieldProblem(
      'extra_properties.use_points',
      'point_inquiry_not_supported',
      phrase`configuration ${target.name} takes no points; leave the key out to pay the whole amount with the card`,
    )
  if (target.settings.require_city_code === 'true') await checkCities(isListedCity, body, target)
}

/** Returns whether this configuration supports payment with points and point inquiry. */
export const acceptsPoints = ({ settings }: Configuration, connector: { cardTerms?: unknown } | undefined): boolean =>
  connector?.cardTerms !== undefined && settings.supports_points !== 'false'

/** Reads a boolean key; any text other than true or false is an error. */
export const isRequested = ({ extra_properties }: Pick<CardBody, 'extra_properties'>, key: string): boolean => {
  const text = extra_properties?.[key]
  if (text !== undefined && text !== 'true' && text !== 'false')
    throw fieldProblem(`extra_properties.${key}`, 'unknown_value', phrase`must be true or false`)
  return text === 'true'
}

/** Requires a billing city; also a shipping city if something is shipped. */
const checkCities = async (
  isListedCity: PaymentServices['directory']['isListedCity'],
  { billing_address, shipping_address }: CardBody,
  { name }: Configuration,
): Promise<void> => {
  const isListed = async (city: string | undefined): Promise<boolean> => city !== undefined && isListedCity(city)
  const detail = (member: string): Phrase =>
    phrase`${member}.city must be a city of GET /api/v1/lookups/cities, by name or code: configuration ${name} asks for it.`
  if (!(await isListed(billing_address?.city)))
    throw new Problem('invalid_billing_city', { detail: detail('billing_address') })
  if (shipping_address !== undefined && !(await isListed(shipping_address.city)))
    throw new Problem('invalid_shipping_city', { detail: detail('shipping_address') })
}
