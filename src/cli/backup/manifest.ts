/** What stands beside a dump: what it is of, what it needs to be restored, and how to tell that it is whole. */
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseIdentity } from '../../infra/database/promotions/restore-recognition.ts'
import { UsageError } from '../command.ts'

export const DUMP = 'database.dump'
const MANIFEST = 'manifest.json'
const FORM = 1

export interface Manifest {
  readonly form: typeof FORM
  readonly id: string
  readonly made: string
  readonly made_by: string
  readonly program_version: string
  /** The last migration. */
  readonly schema_version: string
  /** Of the server, such as 150014. */
  readonly server_version: number
  readonly database: string
  /** Null: no process of the program has met it. */
  readonly identity: DatabaseIdentity | null
  /** The server's log position at the moment that the dump shows. */
  readonly position: string
  /** Master keys without which it opens nothing. They are not in it. */
  readonly master_key_ids: readonly string[]
  /** Roles that the dump gives rights to, with what they may. */
  readonly roles: readonly string[]
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>
  readonly bytes: number
  readonly sha256: string
}

export const writeManifest = (folder: string, manifest: Manifest): void => {
  const path = join(folder, MANIFEST)
  writeFileSync(`${path}.draft`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.draft`, path)
}

export const readManifest = (folder: string): Manifest => {
  let manifest: Manifest
  try {
    manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Manifest
  } catch (error) {
    throw new UsageError(`${folder} is no backup that was completed: ${(error as Error).message}`)
  }
  if (manifest.form !== FORM) throw new UsageError(`${folder} has the form ${manifest.form}; a newer version made it`)
  return manifest
}

/** Reads the whole file. */
export const measureFile = async (path: string): Promise<{ bytes: number; sha256: string }> => {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece as Buffer)
  return { bytes: statSync(path).size, sha256: hash.digest('hex') }
}
