/** Whether a payment's history is a path through the state table that ends in its state. */
import { allowedTransitions } from '../../../src/core/state-machine.ts'
import { paymentMachine } from '../../../src/payments/model/payment-states.ts'
import type { RecordedPayment } from './platform-records.ts'

const ALLOWED = new Set(allowedTransitions(paymentMachine).map(([from, to]) => `${from}>${to}`))

export const historyFaults = ({
  id,
  history,
  status,
}: Pick<RecordedPayment, 'id' | 'history' | 'status'>): string[] => {
  const states = history.map(({ to }) => to)
  const isWalk = states.every((to, at) => {
    const from = states[at - 1]
    if (from === undefined) return to === 'created'
    return from === to || ALLOWED.has(`${from}>${to}`) // a further attempt is a row of its own without a step
  })
  const isOrdered = history.every(({ at }, n) => at >= (history[n - 1]?.at ?? 0))
  return isWalk && isOrdered && states.at(-1) === status ? [] : [`${id} ${status}: ${states.join(' ')}`]
}
