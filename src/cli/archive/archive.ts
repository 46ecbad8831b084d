/** `vezne archive`: months of payments and what belongs to them, out of the database into files, and back. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stdout } from 'node:process'
import { openForUpkeep } from '../../app/open-for-upkeep.ts'
import { toDecimal } from '../../core/money.ts'
import type { Config } from '../../infra/process/config.ts'
import { PROGRAM_VERSION } from '../../infra/process/program-version.ts'
import { findDatabaseUrl, loadCliConfig, withOwner, withRuntime } from '../attach-runtime.ts'
import { auditCommand } from '../audit-command.ts'
import { type Arguments, parseArguments, UsageError, type Verb } from '../command.ts'
import { onEachShard, SHARD_HELP, settingsOfOne } from '../shards/each-shard.ts'
import { type Archive, findMonths, findOpenWork } from './archive-month.ts'
import { bringBack } from './bring-back.ts'
import { type Manifest, verifyFolder } from './manifest.ts'
import { moveOut } from './move-out.ts'

export const archive: Verb = {
  summary: 'take old months out of the database into files, and bring them back',
  usage: `archive list              months, where they are, and what keeps the oldest from being taken out
archive out <month>       2026-05: writes its files, reads them back, and takes it out of the database. The oldest month goes first,
                          once thirteen months have passed and no money of it is at work
archive back <month>      reads its files into the database again; persons erased meanwhile stay erased
archive verify <folder>   reads every file of a month and compares it with the manifest; needs no database
  --to <folder>           holds a folder a month; default: archive in VEZNE_DATA_DIR (.vezne)
${SHARD_HELP}; out and back need it where there are several

out and back need the owner of the schema (DATABASE_URL, or the embedded server). Ended in the middle, the month is in the
database or in files that were verified, and the same command ends it. See docs/operating.md`,
  async run(words) {
    const { options, rest } = parseArguments(words, ['to', 'shard'])
    const [step, name, ...more] = rest
    const run = STEPS[step ?? '']
    if (run === undefined || more.length > 0 || (name === undefined) !== (step === 'list'))
      throw new UsageError('archive takes list, out <month>, back <month> or verify <folder>; see help archive')
    await run(name ?? '', options)
  },
}

const STEPS: Readonly<Record<string, (name: string, options: Arguments['options']) => Promise<void>>> = {
  list: (_, { shard }) => onEachShard(loadCliConfig(), shard, listMonths),
  out: (label, options) =>
    withArchive(options, async (opened) => {
      const { manifest, sha256 } = await moveOut(opened, label, `vezne ${PROGRAM_VERSION}`)
      stdout.write(`${describeManifest(manifest)}${label} is in ${join(opened.folder, label)}\n`)
      return { kind: 'archived_month', id: label, before: null, after: { state: 'out', manifest: sha256 } }
    }),
  back: (label, options) =>
    withArchive(options, async (opened) => {
      await bringBack(opened, label)
      stdout.write(`${label} is in the database; its files are where they were\n`)
      return { kind: 'archived_month', id: label, before: null, after: { state: 'back' } }
    }),
  async verify(folder) {
    if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}`)
    const { manifest, sha256 } = await verifyFolder(folder).catch((error: Error) => {
      throw new UsageError(error.message)
    })
    stdout.write(`${describeManifest(manifest)}${manifest.month} is whole; manifest ${sha256}\n`)
  },
}

const listMonths = (config: Config): Promise<void> =>
  withRuntime(async ({ runtime }) => {
    const months = await runtime.db.transaction({ as: 'platform' }, findMonths)
    for (const { label, here, state, begins } of months) {
      const place = state === 'out' || state === 'coming' || state === 'loaded' ? 'archive' : 'database'
      const note = state === null || state === 'out' ? '' : ` (${state})`
      stdout.write(`${begins === null ? 'to ' : '   '}${label}  ${place}${note}  ${here.join(', ')}\n`)
    }
    const oldest = months.find(({ here }) => here.length > 0)
    if (oldest === undefined) return
    const open = await runtime.db.transaction({ as: 'platform' }, (tx) => findOpenWork(tx, oldest))
    const why = oldest.isOld ? open.join('; ') || 'nothing' : 'it is younger than thirteen months'
    stdout.write(`what keeps ${oldest.label} here: ${why}\n`)
    for (const { table_name, currency, rows, amount } of await runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.query<{ table_name: string; currency: string; rows: number; amount: string }>(
        `select table_name, currency, sum(rows)::int8 as rows, sum(amount)::text as amount from archived_sums
          where tenant_id is not null group by 1, 2 order by 1, 2`,
      ),
    ))
      stdout.write(
        `in the archive: ${table_name} ${rows} rows${currency === '' ? '' : `, ${toDecimal({ minor: BigInt(amount), currency })} ${currency}`}\n`,
      )
  }, config)

const describeManifest = ({ tables }: Manifest): string =>
  tables.map(({ table, rows, sha256 }) => `${table.padEnd(20)} ${String(rows).padStart(12)} rows  ${sha256}\n`).join('')

type Audited = Parameters<typeof auditCommand>[2]

/** Only one archive command runs at a time. */
const withArchive = async (
  { to, shard }: Arguments['options'],
  work: (opened: Archive) => Promise<Audited>,
): Promise<void> => {
  const config = settingsOfOne(loadCliConfig(), shard)
  const folder = to ?? join(config.dataDir, 'archive')
  await withOwner(await findDatabaseUrl(config), (owner) =>
    withRuntime(async ({ runtime, appUrl }) => {
      const { rows } = await owner.query<{ free: boolean }>(
        `select pg_try_advisory_lock(hashtextextended('vezne archive', 0)) as free`,
      )
      if (!rows[0]!.free) throw new UsageError('another vezne archive is at work on this database')
      await owner.query(`set lock_timeout = '5s'`)
      const db = openForUpkeep(appUrl, runtime.log)
      const change = await work({ runtime: { ...runtime, db }, owner, folder, step: () => undefined }).finally(() =>
        db.close(),
      )
      await auditCommand(
        runtime,
        `vezne archive ${change.after === null ? '' : (change.after as { state: string }).state}`,
        change,
      )
    }, config),
  )
}
