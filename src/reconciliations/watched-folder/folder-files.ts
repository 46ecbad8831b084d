/** Files that a bank leaves in a folder, one subfolder a tenant, and where they go: `done/`, or `refused/` with the reason beside them. */
import { hash } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { FILE_BYTES_MAX } from '../intake/take-file.ts'

/** A file that has not changed for so long is whole, unless its checksum says so earlier. Real time: of whoever writes it. */
const QUIET_MS = 60_000
const CHECKSUM = '.sha256'
const CHECKSUM_BYTES = 1_024 // the first word counts
const UNFINISHED = /^\.|\.(part|tmp|filepart|crdownload)$/i
/** Others write into the folder: links are not followed, and what is no file is not waited for. */
export const READ_ONLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

export interface FolderFile {
  readonly path: string
  /** As its sidecar states it; null: there is none. */
  readonly sha256: string | null
}

/** Names of the subfolders, which are slugs of tenants. */
export const tenantFolders = (folder: string): string[] => subfolders(folder)

/** Files of a tenant's folder by name, whole or not. */
export const waitingFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(CHECKSUM) && !UNFINISHED.test(entry.name))
    .map(({ name }) => join(folder, name))
    .sort()

/** Null: it is still being written. */
export const wholeFile = (path: string, nowMs: number): FolderFile | null => {
  const sha256 = statedChecksum(path)
  const { mtimeMs, size } = lstatSync(path)
  if (nowMs - mtimeMs >= QUIET_MS) return { path, sha256 }
  const isStated = sha256 !== null && size <= FILE_BYTES_MAX && checksumOf(path) === sha256
  return isStated ? { path, sha256 } : null
}

const checksumOf = (path: string): string => withFile(path, (file) => hash('sha256', readFileSync(file)))

/** The first word, as sha256sum writes it. */
const statedChecksum = (path: string): string | null => {
  if (!hasChecksum(path)) return null
  const text = withFile(path + CHECKSUM, (file) => {
    const bytes = Buffer.alloc(CHECKSUM_BYTES)
    return bytes.toString('utf8', 0, readSync(file, bytes))
  })
  const [word = ''] = text.trim().split(/\s+/)
  return word.toLowerCase()
}

/** A name may be too long for a second one beside it. */
const hasChecksum = (path: string): boolean => {
  try {
    return lstatSync(path + CHECKSUM, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    if ((error as { code?: string }).code === 'ENAMETOOLONG') return false
    throw error
  }
}

const withFile = <T>(path: string, read: (file: number) => T): T => {
  const file = openSync(path, READ_ONLY)
  try {
    if (!fstatSync(file).isFile()) throw new Error(`${basename(path)} is no file`)
    return read(file)
  } finally {
    closeSync(file)
  }
}

/** False: another process has moved it already. A name that is there gets a number. */
export const moveFile = (path: string, to: 'done' | 'refused', reason: string | null = null): boolean => {
  const folder = join(dirname(path), to)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!lstatSync(folder).isDirectory()) throw new Error(`${to} is no folder`) // a link would lead anywhere
  const target = freeName(join(folder, nameWithRoom(basename(path))))
  const reasonFile = `${target}.reason.txt`
  // First: on a full disk the file stays where it is, for the next look.
  if (reason !== null) {
    rmSync(reasonFile, { force: true })
    writeFileSync(reasonFile, `${reason}\n`, { mode: 0o600, flag: 'wx' })
  }
  try {
    renameSync(path, target)
  } catch (error) {
    if (reason !== null && !existsSync(target)) rmSync(reasonFile, { force: true })
    if ((error as { code?: string }).code === 'ENOENT') return false
    throw error
  }
  if (existsSync(path + CHECKSUM)) renameSync(path + CHECKSUM, target + CHECKSUM)
  return true
}

/** For the endings that may follow: a name has 255 bytes at most. */
const NAME_BYTES = 220
const nameWithRoom = (name: string): string =>
  Buffer.byteLength(name) <= NAME_BYTES ? name : `${name.slice(0, NAME_BYTES / 4)}~`

const freeName = (path: string): string => {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? path : `${path}.${n}`
    if (!existsSync(candidate)) return candidate
  }
}

const subfolders = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
