/**
 * The library that runs jobs. When it is loaded it looks for settings in the working directory and above it, and runs them as code; so it is loaded as if that
 * were the program's own folder: a caller's directory, and the data folder that an api writes to, hold nothing that a command or a migration may run.
 */
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../..', import.meta.url))

const { cwd } = process
process.cwd = () => PROGRAM
export const { Logger, parseCronItems, run, runMigrations } = await import('graphile-worker').finally(() => {
  process.cwd = cwd
})
