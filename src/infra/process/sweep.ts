/** A named loop that runs as long as there is work, then waits until it is woken or its interval has passed. */
import type { Log } from './log.ts'
import { counter } from './metrics.ts'

export interface Sweep {
  /** Reports that there may be work now. */
  wake(): void
  /** Ends the loop; resolves when the run in flight is done, and what it began. */
  stop(): Promise<void>
}

interface SweepOptions {
  name: string
  /** Returns how much it did; a result above 0 runs it again at once. */
  work: () => Promise<number>
  /** Longest wait between two runs. */
  idleMs: number
  log: Log
  /** Subscribes `wake` to what makes work due. Returns the functions that end this. */
  wokenBy?: (wake: () => void) => readonly (() => void)[]
  /** Resolves when nothing is in progress that a run began and did not wait for. */
  idle?: () => Promise<unknown>
}

const BACK_OFF_MAX_MS = 30_000

const failures = counter('vezne_sweep_failures_total')

/**
 * Runs a sweep's work for one tenant after the other; a tenant that fails is retried in the next run and does not delay
 * the others.
 */
export const forTenants = async (
  { log }: { log: Log },
  sweep: string,
  tenantIds: readonly string[],
  work: (tenantId: string) => Promise<number>,
): Promise<number> => {
  let done = 0
  for (const tenantId of tenantIds)
    try {
      done += await work(tenantId)
    } catch (err) {
      failures.inc({ sweep })
      log.error('sweep.tenant_failed', { sweep, tenant_id: tenantId, err })
    }
  return done
}

export const startSweep = ({ name, work, idleMs, log, wokenBy, idle }: SweepOptions): Sweep => {
  let isStopping = false
  let isWoken = false
  let failed = 0
  let endWait: (() => void) | undefined

  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      endWait = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const loop = async (): Promise<void> => {
    while (!isStopping) {
      isWoken = false
      let done = 0
      try {
        done = await work()
        failed = 0
      } catch (err) {
        failed++
        failures.inc({ sweep: name })
        log.error('sweep.failed', { sweep: name, failed, err })
      }
      if (isStopping) return
      if (failed > 0) await wait(Math.min(BACK_OFF_MAX_MS, 250 * 2 ** Math.min(failed, 10)))
      else if (done === 0 && !isWoken) await wait(idleMs)
    }
  }
  const ended = loop()

  const wake = (): void => {
    isWoken = true
    if (failed === 0) endWait?.()
  }
  const subscriptions = wokenBy?.(wake) ?? []
  return {
    wake,
    async stop() {
      for (const end of subscriptions) end()
      isStopping = true
      endWait?.()
      await ended
      await idle?.()
    },
  }
}
