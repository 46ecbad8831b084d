/** The terms of a payment in the currency of its card. */

/** As a step of the history stores them: what the card is charged, and on which terms. */
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
