/**
 * The merchant behind a payment facilitator: fields that its payments must contain, in Extra or in the 3D Secure form.
 */
import type { Merchant } from '../world/merchants.ts'

/** Names with the format of their value. */
const REQUIRED: readonly (readonly [string, RegExp])[] = [
  ['SUBMERCHANTID', /^.{1,50}$/],
  ['SUBMERCHANTNAME', /^.{1,100}$/],
  ['SUBMERCHANTMCC', /^\d{4}$/],
  ['SUBMERCHANTPOSTALCODE', /^\d{5}$/],
  ['SUBMERCHANTCITY', /^.{1,100}$/],
  ['SUBMERCHANTCOUNTRY', /^\d{3}$/],
]

/** Returns true if a facilitator's payment does not name the merchant, or in another format. */
export const lacksSubMerchant = ({ facilitator }: Merchant, fields: Readonly<Record<string, unknown>>): boolean =>
  facilitator === true &&
  REQUIRED.some(([name, form]) => {
    const value = fields[name]
    return typeof value !== 'string' || !form.test(value)
  })
