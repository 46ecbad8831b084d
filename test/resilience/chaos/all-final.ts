/** Waits until no payment is open, moving the clock past the banks' lateness window. */
import { until } from '../../support/until.ts'
import { openPayments } from './platform-records.ts'
import type { Program } from './program.ts'

const PAST_THE_WINDOW_S = 200 // it is 90 s
const MOVED_EVERY = 40 // looks: a second and more
const BOUND_MS = 60_000

/** Again and again: an inquiry at work while the clock moves sets its next one from the moved clock on, which no test waits for. */
export const untilAllFinal = async (program: Program): Promise<void> => {
  await program.moveClock(PAST_THE_WINDOW_S)
  let looks = 0
  await until(
    'every payment is final',
    async () => {
      const open = await Promise.all(program.stands().map((each) => openPayments(each.ownerUrl(), each.tenant)))
      if (open.every((count) => count === 0)) return true
      if (++looks % MOVED_EVERY === 0) await program.moveClock(PAST_THE_WINDOW_S)
      return false
    },
    BOUND_MS,
  )
}
