/** The file of the master keys: JSON, newest first, readable only by its owner. Also accepted: one `id:base64` a line. */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { InvalidSettingError } from '../process/setting-parsers.ts'

export interface MasterKey {
  readonly id: string
  readonly key: Buffer
  /** ISO 8601; null if it is unknown. */
  readonly created: string | null
}
/** Newest first. */
export type MasterKeys = readonly [MasterKey, ...MasterKey[]]

const KEY_BYTES = 32
const OTHERS_READ = 0o037 // a group may read, as secrets mounted by an orchestrator are; no one else, and no group may write

/** Returns a new key whose id no earlier key has had. */
export const newMasterKey = (taken: readonly string[], now: Date): MasterKey => {
  const numbers = taken.map((id) => Number(/^k([0-9]{1,9})$/.exec(id)?.[1] ?? 0))
  return { id: `k${Math.max(0, ...numbers) + 1}`, key: randomBytes(KEY_BYTES), created: now.toISOString() }
}

export const parseKeys = (text: string, source: string): MasterKeys => {
  const entries = text.trimStart().startsWith('{') ? entriesOfJson(text, source) : entriesOfLines(text)
  const keys = entries.map(({ id, base64, created }) => {
    const key = Buffer.from(base64, 'base64')
    if (!/^[A-Za-z0-9_.-]{1,64}$/.test(id) || key.length !== KEY_BYTES)
      throw new InvalidSettingError(source, 'each key is id:base64 of 32 bytes, such as k1:$(openssl rand -base64 32)')
    return { id, key, created }
  })
  if (keys.length === 0) throw new InvalidSettingError(source, 'holds no key')
  if (new Set(keys.map(({ id }) => id)).size < keys.length)
    throw new InvalidSettingError(source, 'the same key id stands there twice')
  return keys as unknown as MasterKeys
}

interface Entry {
  id: string
  base64: string
  created: string | null
}

const entriesOfLines = (text: string): Entry[] =>
  text.split(/[,\n]/).flatMap((entry) => {
    if (entry.trim() === '') return []
    const [id = '', base64 = ''] = entry.trim().split(':')
    return { id, base64, created: null }
  })

const entriesOfJson = (text: string, source: string): Entry[] => {
  try {
    const { keys } = JSON.parse(text) as { keys: { id: unknown; key: unknown; created?: unknown }[] }
    return keys.map(({ id, key, created }) => ({
      id: String(id),
      base64: String(key),
      created: typeof created === 'string' ? created : null,
    }))
  } catch {
    throw new InvalidSettingError(
      source,
      'is no list of keys: {"keys": [{"id": "k1", "created": "...", "key": "base64"}]}',
    )
  }
}

const toText = (keys: readonly MasterKey[]): string =>
  `${JSON.stringify({ keys: keys.map(({ id, created, key }) => ({ id, created, key: key.toString('base64') })) }, null, 2)}\n`

/** Returns undefined if only its owner can read the file, otherwise what the operator should do. */
export const checkFileMode = (path: string): string | undefined => {
  const { mode } = statSync(path)
  if (process.platform === 'win32' || (mode & OTHERS_READ) === 0) return undefined
  return `others may read the master keys in ${path} (mode ${(mode & 0o777).toString(8)}): chmod 600 ${path}`
}

/** Replaces the old file atomically; a reader sees the whole old or the whole new file. Its owner, group and mode stay: a group may read the keys. */
export const replaceKeyFile = (path: string, keys: readonly MasterKey[]): void => {
  const { uid, gid, mode } = statSync(path)
  const draft = `${path}.${process.pid}`
  try {
    writeDurably(draft, toText(keys))
    const made = statSync(draft)
    if (made.uid !== uid || made.gid !== gid) chownSync(draft, uid, gid)
    chmodSync(draft, mode & 0o777)
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removed keys remain readable in a second key file, because earlier backups need them. */
export const archiveKeys = (path: string, keys: readonly MasterKey[], now: Date): string => {
  const aside = `${path}.dropped-${now.toISOString().replace(/[:.]/g, '')}`
  writeDurably(aside, toText(keys))
  return aside
}

/** Creates the file; does nothing if it exists, so several concurrent first starts agree on one file. */
export const makeKeyFile = (path: string, keys: () => readonly MasterKey[]): void => {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
  const draft = `${path}.${process.pid}`
  writeDurably(draft, toText(keys()))
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

/**
 * Finds `keys.json` in the data folder, or creates it at the first start. The `master.key` of an earlier release is
 * converted and removed.
 */
export const findOrMakeKeyFile = (dataDir: string, now: Date): string => {
  const path = join(dataDir, 'keys.json')
  const earlier = join(dataDir, 'master.key')
  const earlierText = existsSync(path) ? undefined : readIfThere(earlier)
  makeKeyFile(path, () => (earlierText === undefined ? [newMasterKey([], now)] : parseKeys(earlierText, earlier)))
  const inFile = new Set(parseKeys(readFileSync(path, 'utf8'), path).map(({ id }) => id))
  const left = readIfThere(earlier)
  if (left !== undefined && parseKeys(left, earlier).every(({ id }) => inFile.has(id))) rmSync(earlier, { force: true })
  return path
}

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const writeDurably = (path: string, text: string): void => {
  const file = openSync(path, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
