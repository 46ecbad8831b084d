/** Who sells behind a payment facilitator: the fields that its payments must carry, in Extra or in the 3D Secure form. */
import type { Merchant } from '../world/merchants.ts'

/** Name to the form of its value. */
const REQUIRED: readonly (readonly [string, RegExp])[] = [
  ['SUBMERCHANTID', /^.{1,50}$/],
  ['SUBMERCHANTNAME', /^.{1,100}$/],
  ['SUBMERCHANTMCC', /^\d{4}$/],
  ['SUBMERCHANTPOSTALCODE', /^\d{5}$/],
  ['SUBMERCHANTCITY', /^.{1,100}$/],
  ['SUBMERCHANTCOUNTRY', /^\d{3}$/],
]

/** True: a facilitator's payment does not say who sells, or says it in another form. */
export const lacksSubMerchant = ({ facilitator }: Merchant, fields: Readonly<Record<string, unknown>>): boolean =>
  facilitator === true &&
  REQUIRED.some(([name, form]) => {
    const value = fields[name]
    return typeof value !== 'string' || !form.test(value)
  })
