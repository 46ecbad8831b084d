/** Secrets rotated while two thousand deliveries go out; receivers that know the old, the new or both secrets. */
import { asLoad, openProgram, type Program } from '../resilience/chaos/program.ts'
import { isBy } from '../support/hook-shop.ts'
import { paymentBody } from '../support/payments.ts'
import { type Received, startReceiver } from '../support/receiver.ts'
import type { Check } from './check.ts'

const PAYMENTS = 2_000
const AT_ONCE = 16
const DAY_S = 25 * 3_600
const HOOKS = '/api/v1/webhook-subscriptions'
const PREVIOUS = 'x-service-signature-previous'

export const rotatedSecrets: Check = async (say) => {
  const program = await openProgram()
  const receiver = await startReceiver()
  try {
    await program.start()
    const { id, secret: old } = (
      await asLoad(program, 'POST', HOOKS, { body: { url: `${receiver.origin}/hook`, events: ['*'] } })
    ).body
    const half = pay(program, PAYMENTS)
    await receiver.until(PAYMENTS / 2)
    const { secret: fresh } = (await asLoad(program, 'POST', `${HOOKS}/${id}/rotate-secret`)).body
    const rotatedAt = receiver.received.length
    await half
    const before = await receiver.until(PAYMENTS)
    const either = (secret: string, one: Received): boolean => isBy(secret, one) || isBy(secret, one, PREVIOUS)
    const all = [...before]
    // A receiver checks the first signature with the secret it knows, then the previous one (the guide).
    const refusedByOld = all.filter((one) => !either(old, one)).length
    const tail = all.slice(rotatedAt + AT_ONCE * 2) // deliveries under way at that moment may carry only the old one
    const refusedByNew = tail.filter((one) => !either(fresh, one)).length
    const refusedByBoth = all.filter((one) => !either(old, one) && !either(fresh, one)).length
    await program.moveClock(DAY_S)
    await pay(program, 1)
    const [last] = (await receiver.until(PAYMENTS + 1)).slice(-1) as [Received]
    const isOldOver = !either(old, last) && either(fresh, last)
    say(
      `${all.length} deliveries, rotated after ${rotatedAt}: refused by who knows the old secret ${refusedByOld}, the new one ${refusedByNew} of ${tail.length}, both ${refusedByBoth}; a day later the old one is ${isOldOver ? 'refused' : 'still accepted'}`,
    )
    return refusedByOld + refusedByNew + refusedByBoth === 0 && isOldOver
  } finally {
    await program.end()
    await receiver.close()
  }
}

const pay = async (program: Program, count: number): Promise<void> => {
  let left = count
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const { status, text } = await asLoad(program, 'POST', '/api/v1/payments', { body: paymentBody() })
      if (status !== 200) throw new Error(`not paid: ${text}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}
