/** Ends a process after a fault of ours: at once, whatever else is broken. */
import { createLog } from './log.ts'
import { sayOnStderr } from './log-target.ts'

let isCrashing = false

/** The error goes through the log's last filter, which masks card numbers. */
export const crash = (error: unknown): never => {
  if (isCrashing) process.kill(process.pid, 'SIGKILL') // what is done at the end has failed, too
  isCrashing = true
  const log = createLog('error', { write: sayOnStderr })
  log.error('process.crashed', { err: error instanceof Error ? error : new Error(String(error)) })
  process.exit(1)
}

/** An uncaught error ends the process; a closed output pipe does not. */
export const crashOnFaults = (): void => {
  process.on('unhandledRejection', crash)
  process.on('uncaughtException', crash)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
