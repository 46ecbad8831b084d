/** PostgreSQL's own programs, pg_dump and pg_restore: those on the PATH or of the distribution, at least as new as the server. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseServerAddress, withCredentials } from '../../infra/process/server-address.ts'
import { UsageError } from '../command.ts'

export type Tool = 'pg_dump' | 'pg_restore'

const OF_DISTRIBUTIONS = ['/usr/lib/postgresql', '/usr/pgsql']
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024 // a list of a dump has a line for each object

/** Finds a program for this server or a newer one; pg_dump refuses a newer server. */
export const findTool = (tool: Tool, serverMajor: number): string => {
  const found = candidates(tool).map((path) => ({ path, major: majorOf(path) }))
  const [best] = found.filter(({ major }) => major >= serverMajor).sort((a, b) => a.major - b.major)
  if (best) return best.path
  const seen = found.filter(({ major }) => major > 0).map(({ path, major }) => `${path} is of ${major}`)
  throw new UsageError(
    `${tool} of PostgreSQL ${serverMajor} or newer is not here (${seen.join(', ') || 'there is none'}); install the client programs of the server, such as postgresql-client-${serverMajor}`,
  )
}

const candidates = (tool: Tool): string[] => [
  tool,
  ...OF_DISTRIBUTIONS.flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder).map((version) => join(folder, version, 'bin', tool)) : [],
  ),
]

/** 0 if it is not there. */
const majorOf = (path: string): number => {
  try {
    return Number(/ (\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8', stdio: 'pipe' }))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Runs a program on a database; the password is never among its arguments, which others on the machine can read. */
export const runOn = (path: string, url: string, args: readonly string[]): Promise<string> => {
  const { user, password } = parseServerAddress(url)
  return run(path, [...args, `--dbname=${withCredentials(url, { user, password: '' })}`], { PGPASSWORD: password })
}

export const run = async (
  path: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<string> => {
  try {
    const options = { maxBuffer: OUTPUT_BYTES_MAX, env: { ...process.env, LC_ALL: 'C', ...more } }
    const { stdout } = await promisify(execFile)(path, [...args], options)
    return stdout
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    throw new UsageError(`${path}: ${stderr.trim() || message}`)
  }
}
