/** How a process ends after a fault of ours: at once, whatever else is broken. */
import { openLog } from './log.ts'
import { sayOnStderr } from './log-target.ts'

let isCrashing = false

/** The log's last filter masks card numbers in it, as everywhere. */
export const crash = (error: unknown): never => {
  if (isCrashing) process.kill(process.pid, 'SIGKILL') // what is done at the end failed, too
  isCrashing = true
  const log = openLog('error', { write: sayOnStderr })
  log.error('process.crashed', { err: error instanceof Error ? error : new Error(String(error)) })
  process.exit(1)
}

/** What nobody has caught ends the process, but not that nobody reads what it prints. */
export const crashOnFaults = (): void => {
  process.on('unhandledRejection', crash)
  process.on('uncaughtException', crash)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
