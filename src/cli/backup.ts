/** `vezne backup`: makes and verifies copies of the database, and knows which master keys they need. */
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { stdout } from 'node:process'
import { addBackup, findBackups, forgetBackup, type KnownBackup } from '../infra/crypto/backup-store.ts'
import { countKeys } from '../infra/crypto/key-store.ts'
import type { Config } from '../infra/process/config.ts'
import { findDatabaseUrl, loadCliConfig, withRuntime } from './attach-runtime.ts'
import { auditCommand } from './audit-command.ts'
import { BACKUP_ROLE, makeRole } from './backup/backup-role.ts'
import { makeBackup, verifyBackup, verifyByRestoring } from './backup/make-backup.ts'
import type { Manifest } from './backup/manifest.ts'
import { type Arguments, parseArguments, UsageError, type Verb } from './command.ts'
import { onEachShard, SHARD_HELP, settingsOfOne, settingsOfShards } from './shards/each-shard.ts'

export { makeBackupRole } from './backup/backup-role.ts'

export const backup: Verb = {
  summary: 'make and verify backups, list what is known of them, and the role they are made as',
  usage: `backup make <folder>      a consistent copy: a dump, and a manifest of what it needs; read back before it counts
  --keep <days>           after which its master keys are no longer needed; default: until backup forget
  --verify-restore <url>  restores it into this empty database, too, and compares the rows of every table
backup verify <folder>    reads it back; with --verify-restore as above
backup note <place>       makes a backup of another program known, such as one of pgBackRest; --keep as above
backup list               backups that keep master keys from being dropped
backup forget <id>        this one is gone
backup role               a role that reads every row and writes none; its password is shown once, and is new each time
  --name <role>           default: ${BACKUP_ROLE}
${SHARD_HELP}. make puts each into its folder shard-<number>; note and --verify-restore take one

make reads as the role of DATABASE_BACKUP_URL, else of DATABASE_URL, past row security. role needs DATABASE_URL, as a user who may make
such a role; else it says what an administrator has to run. See docs/backup.md`,
  async run(words) {
    const { options, rest } = parseArguments(words, ['name', 'keep', 'verify-restore', 'shard'])
    const [step = '', what, ...more] = rest
    const work = { make, verify, note, list, forget, role: () => makeRole(options.name) }[step]
    if (!work || more.length > 0) throw new UsageError('see help backup')
    if ((what === undefined) === ['make', 'verify', 'note', 'forget'].includes(step))
      throw new UsageError('see help backup')
    await work(what ?? '', options)
  },
}

type Options = Arguments['options']

const say = (line: string): void => void stdout.write(`${line}\n`)
const operator = (): string => `os:${userInfo().username}`

const make = async (folder: string, options: Options): Promise<void> => {
  const config = loadCliConfig()
  const shards = settingsOfShards(config, options.shard)
  if (options['verify-restore'] !== undefined) settingsOfOne(config, options.shard)
  for (const own of shards)
    await makeOne(own.config, own.shard === undefined ? folder : join(folder, `shard-${own.shard}`), options)
}

const makeOne = async (config: Config, folder: string, options: Options): Promise<void> => {
  const days = keptDays(options.keep)
  const started = performance.now()
  const manifest = await makeBackup(await backupUrl(config), { folder, by: operator(), say })
  await register(config, { ...manifest, place: resolve(folder) }, days)
  const seconds = Math.ceil((performance.now() - started) / 1_000)
  say(`${resolve(folder)}: ${summary(manifest)}, read back, ${seconds} s`)
  say(`id ${manifest.id}; it opens only with the master keys ${manifest.master_key_ids.join(' ')}, which are not in it`)
  await byRestoring(folder, options)
}

const verify = async (folder: string, options: Options): Promise<void> => {
  say(`${folder}: ${summary(await verifyBackup(folder))}; whole`)
  await byRestoring(folder, options)
}

const byRestoring = async (folder: string, options: Options): Promise<void> => {
  const url = options['verify-restore']
  if (url === undefined) return
  await verifyByRestoring(folder, url)
  say('restored: every table has the rows of the manifest')
}

const summary = ({ bytes, rows, schema_version }: Manifest): string =>
  `${Object.keys(rows).length} tables, ${Object.values(rows).reduce((sum, n) => sum + n, 0)} rows, ${bytes} bytes, schema ${schema_version}`

const backupUrl = async (config: Config): Promise<string> => config.databaseBackupUrl ?? findDatabaseUrl(config)

interface Made {
  readonly id: string
  readonly made: string
  readonly place: string
  readonly master_key_ids: readonly string[]
  readonly schema_version: string
  readonly bytes: number | null
}

const register = (config: Config, made: Made, days: number | undefined): Promise<void> =>
  withRuntime(async ({ runtime }) => {
    const { id, place, schema_version, bytes } = made
    const at = new Date(made.made)
    const expires = days === undefined ? null : new Date(at.getTime() + days * 86_400_000)
    const master_key_ids = [...made.master_key_ids]
    await runtime.db.transaction({ of: [] }, (tx) =>
      addBackup(tx, { id, made: at, made_by: operator(), place, master_key_ids, schema_version, bytes, expires }),
    )
    const after = { place, master_key_ids, expires: expires?.toISOString() ?? null }
    await auditCommand(runtime, 'vezne backup make', { kind: 'backup', id, before: null, after })
  }, config)

const note = async (place: string, options: Options): Promise<void> => {
  const config = settingsOfOne(loadCliConfig(), options.shard)
  const id = crypto.randomUUID()
  const facts = await withRuntime(async ({ runtime: { db } }) => {
    const keys = await db.transaction({ as: 'platform' }, countKeys)
    // Only the program's own role may read it.
    const [row] = await db.transaction({ of: [] }, (tx) =>
      tx.query<{ name: string }>('select max(name) as name from schema_migrations'),
    )
    return {
      master_key_ids: [...new Set(keys.map(({ master_key_id }) => master_key_id))],
      schema_version: row!.name,
    }
  }, config)
  await register(config, { id, made: new Date().toISOString(), place, bytes: null, ...facts }, keptDays(options.keep))
  say(`noted as ${id}; it needs the master keys ${facts.master_key_ids.join(' ')}`)
}

const list = (_: string, { shard }: Options): Promise<void> => onEachShard(loadCliConfig(), shard, listOne)

const listOne = (config: Config): Promise<void> =>
  withRuntime(async ({ runtime }) => {
    const known = await runtime.db.transaction({ of: [] }, findBackups)
    if (known.length === 0) say('no backup is known')
    for (const each of known) say(formatLine(each))
  }, config)

const formatLine = ({ id, made, place, master_key_ids, expires }: KnownBackup): string =>
  `${id}  ${made.toISOString()}  ${place}  keys ${master_key_ids.join(' ')}  ${expires === null ? 'until it is forgotten' : `until ${expires.toISOString()}`}`

const forget = async (id: string, { shard }: Options): Promise<void> => {
  for (const { config } of settingsOfShards(loadCliConfig(), shard)) if (await forgetOn(config, id)) return
  throw new UsageError(`no backup ${id} is known; see backup list`)
}

/** Returns false if it is not known there. */
const forgetOn = (config: Config, id: string): Promise<boolean> =>
  withRuntime(async ({ runtime }) => {
    const known = await runtime.db.transaction({ of: [] }, findBackups)
    if (!known.some((each) => each.id === id)) return false
    const gone = await runtime.db.transaction({ of: [] }, (tx) => forgetBackup(tx, id, operator()))
    await auditCommand(runtime, 'vezne backup forget', {
      kind: 'backup',
      id,
      before: { place: gone!.place, master_key_ids: gone!.master_key_ids },
      after: null,
    })
    say(`forgotten: ${gone!.place}`)
    return true
  }, config)

const keptDays = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (!/^[1-9][0-9]{0,4}$/.test(text)) throw new UsageError('--keep takes a number of days')
  return Number(text)
}
