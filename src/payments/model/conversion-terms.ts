/** The terms of a payment in the currency of its card. */

/** The terms as a step of the history stores them: what the card is charged, and at which rate. */
export interface ConversionTerms {
  currency: string
  /** Minor units. */
  amount: number
  /** Exact decimals. */
  rate: string
  markup_percent: string
}
export interface OfferedTerms extends ConversionTerms {
  /** Platform clock, ms. */
  expires: number
}
