/** The places of a transfer's calls where a test stops or ends the program. */
import type { TransferBank } from '../../../../src/connectors/transfer-bank.ts'
import type { Place } from '../plan.ts'

export const withPlaces = (bank: TransferBank, reach: (place: Place) => Promise<void> | undefined): TransferBank => ({
  ...bank,
  async send(order, context) {
    const outcome = await bank.send(order, context)
    await reach('after-call')
    return outcome
  },
  async inquire(order, context) {
    await reach('before-inquiry')
    const observation = await bank.inquire(order, context)
    await reach('after-inquiry')
    return observation
  },
  async reverse(order, context) {
    const reversal = await bank.reverse(order, context)
    await reach('after-reversal')
    return reversal
  },
})
