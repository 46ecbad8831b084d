/** A real pg_dump as the role of backups, restored beside: nothing is missing, and an empty dump is refused. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { makeBackupRole } from '../../src/cli/backup.ts'
import { startProcess } from '../support/process.ts'
import { rowCounts } from '../support/row-counts.ts'
import { makeScratch } from '../support/scratch.ts'
import type { Check } from './check.ts'

const SERVER = 'VEZNE_CHECK_SERVER'

export const dumpAndRestore: Check = async (say) => {
  const server = process.env[SERVER]
  const missing =
    server === undefined
      ? `name a server to try it on, as its administrator: ${SERVER}=postgres://...`
      : await lacking(server)
  if (server === undefined || missing !== undefined) {
    say(`not run: ${missing}`)
    return false
  }
  const folder = makeScratch('vezne-dump-')
  const mark = randomBytes(4).toString('hex')
  const [whole, restored, empty] = [`dump_${mark}`, `restored_${mark}`, `empty_${mark}`]
  const [role, plain] = [`backup_${mark}`, `plain_${mark}`]
  const password = randomBytes(16).toString('hex')
  const at = (name: string, user?: string): string => {
    const url = new URL(server)
    url.pathname = `/${name}`
    if (user !== undefined) [url.username, url.password] = [user, password]
    return url.href
  }
  const asAdmin = (...statements: string[]): Promise<void> =>
    withClient(at('postgres'), async (client) => {
      for (const statement of statements) await client.query(statement)
    })
  const start = async (name: string): Promise<string> => {
    const program = await startProcess({
      VEZNE_DATA_DIR: folder,
      VEZNE_BANK_URL: 'http://127.0.0.1:9',
      VEZNE_LOG_TO: 'file',
      VEZNE_MASTER_KEYS: `check:${Buffer.alloc(32, mark).toString('base64')}`,
      DATABASE_URL: at(name),
    })
    await program.ready.catch(() => undefined)
    program.kill('SIGTERM')
    await program.exit
    return program.output()
  }
  const dump = (name: string, user: string | undefined, ...more: string[]): string => {
    const file = join(folder, `${name}.dump`)
    execFileSync('pg_dump', ['--format=custom', `--file=${file}`, ...more, at(whole, user)])
    return file
  }
  const restore = (file: string, name: string): Buffer =>
    execFileSync('pg_restore', ['--no-owner', `--dbname=${at(name)}`, file])
  try {
    await asAdmin(`create database ${whole}`, `create database ${restored}`, `create database ${empty}`)
    await start(whole)
    await withClient(at(whole), (client) => makeBackupRole(client, role, password))
    restore(dump(restored, role), restored)
    const [before, after] = [await rowCounts(at(whole)), await rowCounts(at(restored))]
    const differing = Object.keys(before).filter((table) => before[table] !== after[table])
    say(
      `${Object.keys(before).length} tables, ${Object.values(before).reduce((sum, n) => sum + n, 0)} rows; differing: ${differing.join(', ') || 'none'}`,
    )
    const isReady = /^ready after/m.test(await start(restored))
    say(`the program ${isReady ? 'starts' : 'DOES NOT START'} on the restored database`)

    // A role that row security holds back, as it does an owner who is no superuser.
    await asAdmin(`create role ${plain} login password '${password}'`, `grant pg_read_all_data to ${plain}`)
    restore(dump(empty, plain, '--enable-row-security'), empty)
    const isRefused = /not one tenant/.test(await start(empty))
    say(`an empty dump ${isRefused ? 'is refused' : 'IS TAKEN FOR A PLATFORM'}`)
    return differing.length === 0 && isReady && isRefused
  } finally {
    for (const name of [whole, restored, empty]) await asAdmin(`drop database if exists ${name} with (force)`)
    await asAdmin(`drop role if exists ${role}`, `drop role if exists ${plain}`)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What is missing for it on this machine. */
const lacking = async (server: string): Promise<string | undefined> => {
  const version = versionOf('pg_dump')
  if (version === undefined || versionOf('pg_restore') === undefined)
    return 'pg_dump and pg_restore are not on the PATH; the embedded server comes without them'
  const of = await withClient(server, async (client) =>
    Number((await client.query<{ server_version_num: string }>('show server_version_num')).rows[0]!.server_version_num),
  )
  const major = Math.floor(of / 10_000)
  return version < major ? `pg_dump ${version} is older than the server, ${major}, which it refuses` : undefined
}

const versionOf = (program: string): number | undefined => {
  try {
    return Number(/ (\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1])
  } catch {
    return undefined
  }
}

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
