/** The user the database server runs as: it refuses root, so root runs it as an unprivileged user. */
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'

export interface ServerUser {
  /** Owner of the server's files; undefined = this process's user. */
  readonly id?: { readonly uid: number; readonly gid: number }
  /** Options for spawn. */
  readonly spawn: { readonly uid?: number; readonly gid?: number }
  /** The data folder must be traversable for that user. */
  readonly needsPassage: boolean
  command(program: string, args: readonly string[]): readonly string[]
}

const CANDIDATES = ['postgres', 'nobody']

/** `paths` are those that user must be able to access. */
export const serverUser = (pgData: string, paths: readonly string[]): ServerUser => {
  const plain = (program: string, args: readonly string[]): readonly string[] => [program, ...args]
  if (process.getuid?.() !== 0) return { spawn: {}, needsPassage: false, command: plain }
  const id = ownerOf(pgData) ?? firstOf(CANDIDATES)
  const closed = paths.map(closedFolder).find((folder) => folder !== undefined)
  if (closed === undefined) return { id, spawn: id, needsPassage: true, command: plain }

  // A folder such as /root is closed to other users; setpriv can grant the server the traversal capability without root itself.
  const setpriv = onPath('setpriv')
  if (!setpriv)
    throw new Error(
      `Started as root in a folder that no other user can enter (${closed}), and the database server must not run as root. Move the folder, set VEZNE_DATA_DIR, start as an ordinary user, or name a server in DATABASE_URL.`,
    )
  const loan = [
    '--reuid',
    String(id.uid),
    '--regid',
    String(id.gid),
    '--clear-groups',
    '--inh-caps',
    '+dac_override',
    '--ambient-caps',
    '+dac_override',
  ]
  return { id, spawn: {}, needsPassage: true, command: (program, args) => [setpriv, ...loan, program, ...args] }
}

/** Returns the existing owner, so that existing files keep it. */
const ownerOf = (pgData: string): ServerUser['id'] => {
  if (!existsSync(pgData)) return undefined
  const { uid, gid } = statSync(pgData)
  return uid === 0 ? undefined : { uid, gid }
}

const firstOf = (names: readonly string[]): { uid: number; gid: number } => {
  for (const name of names) {
    try {
      const ask = (flag: string): number =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: ask('-u'), gid: ask('-g') }
    } catch {
      // No such user exists here.
    }
  }
  throw new Error(
    `Started as root, and none of the users ${names.join(', ')} exists to run the database server as. Start as an ordinary user or set DATABASE_URL.`,
  )
}

/** Returns the outermost folder above `path` that other users cannot traverse. */
const closedFolder = (path: string): string | undefined => {
  const above = dirname(resolve(path))
  if (above === path) return undefined
  return closedFolder(above) ?? (existsSync(above) && (statSync(above).mode & 0o001) === 0 ? above : undefined)
}

const onPath = (program: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
