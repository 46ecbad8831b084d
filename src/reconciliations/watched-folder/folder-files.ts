/** Files that a bank leaves in a folder, one subfolder a tenant, and where they go: `done/`, or `refused/` with the reason beside them. */
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A file that has not changed for so long is whole, unless its checksum says so earlier. Real time: of whoever writes it. */
const QUIET_MS = 60_000
const CHECKSUM = '.sha256'
const UNFINISHED = /^\.|\.(part|tmp|filepart|crdownload)$/i

export interface FolderFile {
  readonly path: string
  /** As its sidecar states it; null: there is none. */
  readonly sha256: string | null
}

/** Names of the subfolders, which are slugs of tenants. */
export const tenantFolders = (folder: string): string[] => subfolders(folder)

/** Whole files of a tenant's folder, by name. */
export const wholeFiles = (folder: string, nowMs: number): FolderFile[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(CHECKSUM) && !UNFINISHED.test(entry.name))
    .map(({ name }) => join(folder, name))
    .sort()
    .flatMap((path) => {
      try {
        return isWhole(path, nowMs) ? [{ path, sha256: statedChecksum(path) }] : []
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return [] // another process has moved it
        throw error
      }
    })

const isWhole = (path: string, nowMs: number): boolean => {
  const stated = statedChecksum(path)
  if (nowMs - statSync(path).mtimeMs >= QUIET_MS) return true
  return stated !== null && hash('sha256', readFileSync(path)) === stated
}

/** The first word, as sha256sum writes it. */
const statedChecksum = (path: string): string | null => {
  if (!existsSync(path + CHECKSUM)) return null
  const [word = ''] = readFileSync(path + CHECKSUM, 'utf8')
    .trim()
    .split(/\s+/)
  return word.toLowerCase()
}

/** False: another process has moved it already. A name that is there gets a number. */
export const moveFile = (path: string, to: 'done' | 'refused', reason: string | null = null): boolean => {
  const folder = join(dirname(path), to)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const target = freeName(join(folder, basename(path)))
  try {
    renameSync(path, target)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return false
    throw error
  }
  if (reason !== null) writeFileSync(`${target}.reason.txt`, `${reason}\n`, { mode: 0o600 })
  if (existsSync(path + CHECKSUM)) renameSync(path + CHECKSUM, target + CHECKSUM)
  return true
}

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
