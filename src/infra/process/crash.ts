/** The end of a process after a fault of ours. The log's last filter masks card numbers in it, as everywhere. */
import { openLog } from './log.ts'

export const crash = (error: unknown): never => {
  const log = openLog('error', { write: (line) => void process.stderr.write(line) })
  log.error('process.crashed', { err: error instanceof Error ? error : new Error(String(error)) })
  process.exit(1)
}
