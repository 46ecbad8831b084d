/** `vezne backup make`: a consistent dump with what PostgreSQL leaves out, read back before it counts. */
import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { waitForDumpTurn } from '../../infra/database/shards/move/dump-turns.ts'
import { PROGRAM_VERSION } from '../../infra/process/program-version.ts'
import { withOwner } from '../attach-runtime.ts'
import { UsageError } from '../command.ts'
import { countRows, differences, readFacts, requireWholeView } from './database-facts.ts'
import { DUMP, type Manifest, measureFile, readManifest, writeManifest } from './manifest.ts'
import { findTool, run, runOn } from './postgres-tools.ts'
import { restoreInto } from './restore-backup.ts'

interface Asked {
  /** The folder must not exist or be empty. */
  readonly folder: string
  /** Operator who makes it. */
  readonly by: string
  /** Gets a line when the backup has to wait. */
  say(line: string): void
}

export const makeBackup = async (url: string, { folder, by, say }: Asked): Promise<Manifest> => {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UsageError(`${folder} is not empty; name a new folder`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const manifest = await withOwner(url, async (client) => {
    await requireWholeView(client)
    await waitForDumpTurn(client, say)
    await client.query('begin isolation level repeatable read, read only')
    const facts = await readFacts(client)
    await dump(client, url, { folder, major: Math.floor(facts.server_version / 10_000) })
    const head = { form: 1 as const, id: randomUUID(), made: new Date().toISOString(), made_by: by }
    const rows = await countRows(client)
    await client.query('commit')
    return { ...head, program_version: PROGRAM_VERSION, ...facts, rows, ...(await measureFile(join(folder, DUMP))) }
  })
  writeManifest(folder, manifest)
  await verifyBackup(folder)
  return manifest
}

const dump = async (client: pg.ClientBase, url: string, to: { folder: string; major: number }): Promise<void> => {
  const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
  const tool = findTool('pg_dump', to.major)
  const file = join(to.folder, DUMP)
  closeSync(openSync(file, 'wx', 0o600)) // the folder may be an existing one that others can read
  const args = ['--format=custom', `--snapshot=${rows[0]!.id}`, `--file=${file}`]
  await runOn(tool, url, args)
}

/** Reads the file back: its bytes are those of the manifest, and pg_restore finds the rows of every table in it. */
export const verifyBackup = async (folder: string): Promise<Manifest> => {
  const manifest = readManifest(folder)
  const { bytes, sha256 } = await measureFile(join(folder, DUMP))
  if (bytes !== manifest.bytes || sha256 !== manifest.sha256)
    throw new UsageError(`${join(folder, DUMP)} is not the file that its manifest names: fetch another copy`)
  const major = Math.floor(manifest.server_version / 10_000)
  const list = await run(findTool('pg_restore', major), ['--list', join(folder, DUMP)])
  const inList = new Set(
    [...list.matchAll(/ TABLE DATA (\S+) (\S+) /g)].map(([, schema, table]) => `${schema}.${table}`),
  )
  const missing = Object.keys(manifest.rows).filter((table) => !inList.has(table.replaceAll('"', '')))
  if (missing.length > 0) throw new UsageError(`${folder} has no rows of ${missing.join(', ')}`)
  return manifest
}

/** Restores it into an empty database and compares the rows of every table. */
export const verifyByRestoring = async (folder: string, url: string): Promise<void> => {
  const manifest = await restoreInto(folder, url)
  const found = await withOwner(url, async (client) => {
    await requireWholeView(client)
    return countRows(client)
  })
  const differing = differences(manifest.rows, found)
  if (differing.length > 0) throw new UsageError(`what was restored differs: ${differing.join('; ')}`)
}
