/** The question for an offer in the currency of a card, under the deadline of an inquiry. */
import type { Exchange } from '../attempt.ts'
import type { Connector, ConversionInquiry, ConversionOffer } from '../port.ts'
import type { BankCalls } from './call-bank.ts'

export interface ConversionCalls {
  /** `none` as well from a bank that does not answer: a payment never waits for an offer. */
  offerConversion(
    connector: Connector,
    asked: ConversionInquiry,
  ): Promise<{ offer: ConversionOffer | 'none'; exchanges: readonly Exchange[] }>
}

export const createConversionCalls = (calls: Pick<BankCalls, 'inquireAs'>): ConversionCalls => ({
  async offerConversion(connector, asked) {
    const { offerConversion } = connector
    if (offerConversion === undefined) return { offer: 'none', exchanges: [] }
    const { observation, exchanges } = await calls.inquireAs<ConversionInquiry, ConversionOffer | 'none'>(
      connector,
      asked,
      offerConversion,
    )
    return { offer: observation !== 'none' && 'amount' in observation ? observation : 'none', exchanges }
  },
})
