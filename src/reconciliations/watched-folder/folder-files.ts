/**
 * Files that a bank leaves in a folder, with a subfolder per tenant. They are claimed, then moved to `done/`, or to
 * `refused/` with a file that states the reason.
 */
import { isUtf8 } from 'node:buffer'
import { hash, randomUUID } from 'node:crypto'
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
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { FILE_BYTES_MAX } from '../intake/receive-file.ts'

/**
 * A file that has not changed for this long is complete, unless its checksum shows that earlier. Real time, because the
 * writer uses it.
 */
const QUIET_MS = 60_000
const CHECKSUM = '.sha256'
const CHECKSUM_BYTES = 1_024 // only the first word is read
const UNFINISHED = /^\.|\.(part|tmp|filepart|crdownload)$/i
/**
 * Other programs write into the folder, so links are not followed, and opening something that is not a file does not
 * block.
 */
export const READ_ONLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

export interface FolderFile {
  readonly path: string
  /** The tenant's folder. */
  readonly home: string
  /** As its sidecar file states it; null if there is none. */
  readonly sha256: string | null
}

/** Returns the names of the subfolders, which are slugs of tenants. */
export const tenantFolders = (folder: string): string[] => subfolders(folder)

interface Waiting {
  /** Paths, sorted by name, of complete and incomplete files. */
  readonly files: readonly string[]
  /** Names that are not UTF-8, in a readable form; such a file cannot be addressed here. */
  readonly unnameable: readonly string[]
}

/** Returns the files of a tenant's folder, or of a claim. */
export const waitingFiles = (folder: string): Waiting => {
  const names = readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ text: name.toString(), isNameable: isUtf8(name) }))
    .filter(({ text }) => !text.endsWith(CHECKSUM) && !UNFINISHED.test(text))
  const ofThese = (isNameable: boolean) =>
    names
      .filter((name) => name.isNameable === isNameable)
      .map(({ text }) => text)
      .sort()
  return { files: ofThese(true).map((name) => join(folder, name)), unnameable: ofThese(false) }
}

/** Returns null if the file is still being written. */
export const wholeFile = (home: string, path: string, nowMs: number): FolderFile | null => {
  const sha256 = statedChecksum(path)
  const { mtimeMs, size } = lstatSync(path)
  if (nowMs - mtimeMs >= QUIET_MS) return { path, home, sha256 }
  const isStated = sha256 !== null && size <= FILE_BYTES_MAX && checksumOf(path) === sha256
  return isStated ? { path, home, sha256 } : null
}

/** Each claimed file gets a separate folder, so that none ever overwrites another. */
const CLAIMED = '.taking'

/** Returns files claimed by a process that has ended, or is still working on them; their bytes are taken only once. */
export const claimedFiles = (home: string): string[] => {
  const claims = join(home, CLAIMED)
  if (!existsSync(claims) || !lstatSync(claims).isDirectory()) return []
  return subfolders(claims).flatMap((name) => {
    const { files } = waitingFiles(join(claims, name))
    for (const path of files) bringChecksum(home, path)
    if (files.length === 0) endClaim(home, join(claims, name))
    return files
  })
}

/**
 * Claims a file and returns its new path. From now on the bank may publish another one under the same name, so what is
 * read is what is moved to `done/`. Whether it is complete is checked again there, since it may be another file than
 * the one checked before.
 */
export const claimFile = (home: string, path: string): string => {
  const claims = join(home, CLAIMED)
  const folder = join(claims, randomUUID())
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!lstatSync(claims).isDirectory()) throw new Error(`${CLAIMED} is no folder`) // a link could lead anywhere
  const claimed = join(folder, basename(path))
  try {
    renameSync(path, claimed)
  } finally {
    if (!existsSync(claimed)) endClaim(home, folder) // another process was first
  }
  bringChecksum(home, claimed)
  return claimed
}

/** A process may have ended between the two moves; the checksum of a waiting file belongs to that file. */
const bringChecksum = (home: string, claimed: string): void => {
  const beside = join(home, basename(claimed))
  if (hasChecksum(claimed) || existsSync(beside) || !hasChecksum(beside)) return
  renameSync(beside + CHECKSUM, claimed + CHECKSUM)
}

/** Removes the claim's folder, and the folder of all claims once it is empty. */
const endClaim = (home: string, folder: string): void => {
  for (const empty of [folder, join(home, CLAIMED)])
    try {
      rmdirSync(empty)
    } catch {
      return // it is not empty, or another process was first
    }
}

const checksumOf = (path: string): string => withFile(path, (file) => hash('sha256', readFileSync(file)))

/** Reads the first word, as sha256sum writes it. */
const statedChecksum = (path: string): string | null => {
  if (!hasChecksum(path)) return null
  const text = withFile(path + CHECKSUM, (file) => {
    const bytes = Buffer.alloc(CHECKSUM_BYTES)
    return bytes.toString('utf8', 0, readSync(file, bytes))
  })
  const [word = ''] = text.trim().split(/\s+/)
  return word.toLowerCase()
}

/** The name may be too long to add an ending to it. */
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

/** Returns false if another process has already moved it. If the name exists, a number is added. */
export const moveFile = (
  { path, home }: Pick<FolderFile, 'path' | 'home'>,
  to: 'done' | 'refused',
  reason: string | null = null,
): boolean => {
  const folder = join(home, to)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!lstatSync(folder).isDirectory()) throw new Error(`${to} is no folder`) // a link could lead anywhere
  const target = freeName(join(folder, nameWithRoom(basename(path))))
  const reasonFile = `${target}.reason.txt`
  // The reason is written first, so that on a full disk the file stays where it is, for the next attempt.
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
  endClaim(home, dirname(path))
  return true
}

/** Leaves room for endings, because a name can have at most 255 bytes. */
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
