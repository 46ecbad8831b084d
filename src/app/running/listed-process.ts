/** This process among those that the platform's people see: from when it works until it has stopped, with a sign of life every few seconds. */
import { hostname } from 'node:os'
import { noteSeen, noteStart, noteStop, type StartedProcess } from '../../infra/database/processes/process-list.ts'
import { every } from '../../infra/process/every.ts'
import { PROGRAM_VERSION } from '../../infra/process/program-version.ts'
import type { Runtime } from '../../infra/runtime.ts'

const SIGN_MS = 5_000

interface Work {
  readonly servesRequests: boolean
  readonly runsJobs: boolean
}

interface ListedProcess {
  /** `metricsUrl`: where its metrics are, if it serves them itself. */
  start(metricsUrl: string | undefined): Promise<void>
  stop(): Promise<void>
}

export const listProcess = (
  { db, log, releaseSteps, restores }: Runtime,
  processNo: number,
  work: Work,
): ListedProcess => {
  let quit: (() => void) | undefined
  const sign = (facts: StartedProcess): void => {
    db.transaction({ of: [], whileClosed: true }, (tx) => noteSeen(tx, facts)).catch((err: unknown) =>
      log.warn('process.not_seen', { err }),
    )
    if (restores.closed() === null)
      releaseSteps.advance().catch((err: unknown) => log.warn('release_steps.failed', { err }))
  }
  return {
    async start(metricsUrl) {
      const facts = {
        processNo,
        host: hostname(),
        pid: process.pid,
        version: PROGRAM_VERSION,
        metricsUrl: metricsUrl ?? null,
        ...work,
      }
      await db.transaction({ of: [], whileClosed: true }, (tx) => noteStart(tx, facts))
      quit = every(SIGN_MS, () => sign(facts))
    },
    async stop() {
      quit?.()
      await db.transaction({ of: [], whileClosed: true }, (tx) => noteStop(tx, processNo)).catch(() => undefined) // it counts as died
    },
  }
}
