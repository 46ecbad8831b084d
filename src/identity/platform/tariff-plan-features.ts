/** Features of a plan (docs/interface/identity.md#features). */
import { Type } from 'typebox'
import { PRODUCTS, type Product } from '../../access/endpoint.ts'
import { described, Enum, NullableText } from '../../core/schema.ts'

export const FeatureCode = Enum('FeatureCode', PRODUCTS)

export const Feature = Type.Object(
  {
    code: described(FeatureCode, 'Code of the feature, as plans name it.'),
    name: Type.String({ description: 'Name of the feature, for people.' }),
    description: NullableText('Description of the feature, for people; null when there is none.'),
  },
  { $id: 'Feature' },
)

const WORDS: Readonly<Record<Product, readonly [name: string, description: string]>> = {
  card_payments: ['Card payments', 'The card surface'],
  recurring: ['Recurring plans', 'Payments that repeat by themselves'],
  checkout: ['Checkout', 'Checkout sessions and order links'],
  transfers: ['Money transfers', 'The transfer surface'],
  fraud: ['Fraud rules', 'Tenant paths of the fraud surface'],
  reconciliation: ['Reconciliation', 'Reconciliations and settlements'],
}

/** Returns the features in the order of the table, whatever order they were given in. */
export const toFeatures = (codes: readonly string[]) =>
  PRODUCTS.filter((code) => codes.includes(code)).map((code) => {
    const [name, description] = WORDS[code]
    return { code, name, description }
  })
