/** The first key of a production platform: on the terminal of the operator, else in a file readable only by that account; never in the log. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stdout } from 'node:process'
import type { Config } from '../../infra/process/config.ts'
import { StartupError } from '../../infra/process/startup-error.ts'
import type { HandOutCredentials, MadeRealm } from './seed-realms.ts'

const FILE = 'first-key.env'

export const handOutFirstKey = (
  { dataDir, logFile }: Pick<Config, 'dataDir' | 'logFile'>,
  made: readonly MadeRealm[],
  report: (line: string) => void,
  isTerminal = stdout.isTTY === true && logFile !== undefined, // else the log goes to the same terminal
): ReturnType<HandOutCredentials> => {
  if (isTerminal) return { tell: () => terminalLines(made).forEach(report), takeBack: () => undefined }
  const path = resolve(join(dataDir, FILE))
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(path, fileText(made), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new StartupError(
      `The platform's first key has to be kept somewhere, and ${path} cannot be written (${(error as Error).message}); name a folder in VEZNE_DATA_DIR. Nothing was made.`,
    )
  }
  return {
    tell: () =>
      report(`the platform's first key is in ${path}; take it to where you keep secrets, and delete the file`),
    takeBack: () => rmSync(path, { force: true }),
  }
}

const terminalLines = (made: readonly MadeRealm[]): string[] =>
  made.flatMap(({ realm, clients }) =>
    clients.map(
      ({ clientId, secret }) =>
        `first key of the realm ${realm.slug}, shown this once: client_id ${clientId}, client_secret ${secret.use((text) => text)}`,
    ),
  )

/** Format in which the command line reads them from the environment. */
const fileText = (made: readonly MadeRealm[]): string =>
  made
    .flatMap(({ clients }) => clients)
    .map(
      ({ clientId, secret }) =>
        `VEZNE_PLATFORM_CLIENT_ID=${clientId}\nVEZNE_PLATFORM_CLIENT_SECRET=${secret.use((text) => text)}\n`,
    )
    .join('')
