/** Everything that waits for a bank, a shopper or a person comes to its end. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ErrorLines } from '../../../support/error-lines.ts'
import type { Operated } from '../program.ts'
import { appointSecond, sayNotBooked } from '../two-people.ts'
import { openLife } from './judge-life.ts'

const STEP_S = 70 // past one inquiry of the schedule
const SETTLE_MS = 90_000
const LOOK_MS = 300

/** The clock goes past challenges, inquiries and the lateness window, again and again, until nothing waits; people decide what no inquiry can. */
export const settle = async (stand: Operated, errors: ErrorLines): Promise<void> => {
  await appointSecond(stand.ownerUrl(), stand.tenant)
  await errors
    .until(
      'everything has its end',
      async () => {
        if ((await openLife(stand.ownerUrl(), stand.tenant)) === 0) return true
        await sayNotBooked(stand).catch(() => undefined)
        await stand.moveClock(STEP_S).catch(() => undefined)
        await sleep(LOOK_MS)
        return false
      },
      SETTLE_MS,
    )
    .catch(() => undefined) // what is still open is in the report
  // Callbacks that the bank held back arrive now, after the end of their payments.
  await stand.moveClock(25 * 60)
  await sleep(LOOK_MS * 3)
  await errors
    .until('late callbacks are settled', async () => (await openLife(stand.ownerUrl(), stand.tenant)) === 0, 10_000)
    .catch(() => undefined)
  errors.check()
}
