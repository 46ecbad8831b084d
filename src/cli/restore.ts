/** `vezne restore`: what keeps a restored database closed, and the person's word that opens it. */
import { userInfo } from 'node:os'
import { stdout } from 'node:process'
import { CLOSED_REASONS } from '../infra/database/database-errors.ts'
import { countFindings, type FindingCount } from '../infra/database/promotions/restore-findings.ts'
import {
  findRestores,
  findServerState,
  type RestoreRow,
  reopenPlatform,
} from '../infra/database/promotions/restore-list.ts'
import type { Config } from '../infra/process/config.ts'
import { directUrl } from '../infra/process/server-address.ts'
import type { Runtime } from '../infra/runtime.ts'
import { loadCliConfig, openMasterKeys, withRuntime } from './attach-runtime.ts'
import { withAudit } from './audit-command.ts'
import { askBanks } from './backup/ask-after-restore.ts'
import { readManifest } from './backup/manifest.ts'
import { requireArrived } from './backup/require-arrived.ts'
import { restoreInto } from './backup/restore-backup.ts'
import { parseArguments, UsageError, type Verb } from './command.ts'
import { confirm, readFlag } from './confirm.ts'
import { onEachShard, SHARD_HELP, settingsOfOne } from './shards/each-shard.ts'

export const restore: Verb = {
  summary: 'what a restored database lacks and why it is closed; opens it again',
  usage: `restore [status]          why nothing is written and sent, from when to when something may be missing, and what was found at the banks
restore from <folder>     a backup of vezne backup make into the empty database of DATABASE_URL, with the roles it needs
restore ask               asks the banks that can be asked what they have of the lost time; unknown orders go on the list of restore status
restore finish            opens the platform again; for 48 hours a repeated key asks the bank before it charges. Refused as long as
                          a bank may still book what left before the restored database was met
  --by <name>             the person who says so; the platform's audit log names both the person and the user of this machine
  --yes                   without asking
${SHARD_HELP}; from, ask and finish need it where there are several

Not before what the banks know of the lost time was looked for: docs/backup.md, "After a restore".`,
  async run(words) {
    const yes = readFlag(words, '--yes')
    const { options, rest } = parseArguments(yes.rest, ['by', 'shard'])
    const [step = 'status', ...more] = rest
    const config = loadCliConfig()
    const one = (): Config => settingsOfOne(config, options.shard)
    if (step === 'from' && more.length === 1) return restoreFrom(more[0] as string, one())
    if (more.length > 0 || !['status', 'ask', 'finish'].includes(step)) throw new UsageError('see help restore')
    if (step === 'status') return onEachShard(config, options.shard, sayStatus)
    await withRuntime(async ({ runtime }) => {
      say(await describeRestores(runtime))
      if (step === 'ask') return say(await askBanks(runtime))
      const by = readName(options.by)
      await requireClosed(runtime)
      await confirm(yes.isSet)
      await finishRestore(runtime, by)
      say(['opened; writes are taken from the next second on'])
    }, one())
  },
}

const sayStatus = (config: Config): Promise<void> =>
  withRuntime(async ({ runtime }) => say(await describeRestores(runtime)), config)

const restoreFrom = async (folder: string, config: Config): Promise<void> => {
  if (config.databaseUrl === undefined)
    throw new UsageError('name the empty database in DATABASE_URL, as the user who is to own the schema')
  const url = directUrl(config.databaseUrl, config)
  const manifest = readManifest(folder)
  const kms = openMasterKeys(config)
  const missing = manifest.master_key_ids.filter((id) => !kms.keyIds().includes(id))
  if (missing.length > 0)
    throw new UsageError(
      `${kms.source} has no master key ${missing.join(', ')}, without which the backup opens nothing; put it there first`,
    )
  const started = performance.now()
  await restoreInto(folder, url)
  say([
    `restored ${folder}, made ${manifest.made} by version ${manifest.program_version}, in ${Math.ceil((performance.now() - started) / 1_000)} s`,
    'next: VEZNE_ROLE=migrate, then start the program: it is closed until vezne restore finish',
  ])
}

export const readName = (by: string | undefined): string => {
  if (by === undefined || by.trim() === '') throw new UsageError('say who opens it: --by "<name>"')
  return by.trim()
}

/** Whether the database is closed, or will be as soon as a process meets it. */
export const findClosedFor = async ({ db }: Pick<Runtime, 'db'>): Promise<string | undefined> => {
  const state = await db.transaction({ of: [] }, findServerState)
  if (!state) return undefined
  const { identity, closedFor } = state
  if (closedFor !== null) return CLOSED_REASONS[closedFor]
  if (identity && (identity.system !== state.system || identity.databaseOid !== state.databaseOid))
    return CLOSED_REASONS.other_database
  return undefined
}

const requireClosed = async (runtime: Runtime): Promise<void> => {
  if ((await findClosedFor(runtime)) === undefined) throw new UsageError('the database is open; nothing was changed')
}

/** Opens the platform and records that in its audit log. */
export const finishRestore = async (runtime: Runtime, by: string): Promise<void> => {
  await requireArrived(runtime)
  await withAudit(runtime, 'vezne restore finish', async (tx) => {
    const [open] = await findRestores(tx)
    await reopenPlatform(tx, `${by} (os:${userInfo().username})`, true)
    return {
      kind: 'restore',
      id: open && open.finished === null ? open.id : null,
      before: open ? bodyOf(open) : null,
      after: { by },
    }
  })
}

const bodyOf = ({ reason, lostSince, lostUntil }: RestoreRow) => ({
  reason,
  lost_since: lostSince.toISOString(),
  lost_until: lostUntil.toISOString(),
})

export const describeRestores = async (runtime: Runtime): Promise<string[]> => {
  const { db, clock } = runtime
  const closedFor = await findClosedFor(runtime)
  const restores = await db.transaction({ of: [] }, findRestores)
  const lines = [closedFor === undefined ? 'open' : `CLOSED: ${closedFor}; nothing is written or sent`]
  for (const each of restores) {
    lines.push(formatRestore(each, clock.now()))
    for (const count of await db.transaction({ as: 'platform' }, (tx) => countFindings(tx, each.id)))
      lines.push(`  ${formatCount(count)}`)
  }
  return lines
}

const formatRestore = (row: RestoreRow, now: Date): string => {
  const { reason, met, lostSince, lostUntil, finished, finishedBy, asksBanksUntil } = row
  return [
    `${finished === null ? 'open restore' : 'restore'} ${row.id}, met ${met.toISOString()}: ${CLOSED_REASONS[reason]}`,
    `  what was written from ${lostSince.toISOString()} to ${lostUntil.toISOString()} may be missing`,
    ...(finished === null ? [] : [`  opened ${finished.toISOString()} by ${finishedBy}`]),
    ...(asksBanksUntil !== null && asksBanksUntil > now
      ? [`  repeated keys ask the bank until ${asksBanksUntil.toISOString()}`]
      : []),
  ].join('\n')
}

const FOUND_BY: Readonly<Record<FindingCount['foundBy'], string>> = {
  repeat: 'by repeats of callers',
  bank_list: 'in lists of banks',
  bank_file: 'in files of banks',
  statement: 'in account statements',
}

const formatCount = ({ kind, foundBy, outcome, count }: FindingCount): string =>
  `${count} ${kind}s found ${FOUND_BY[foundBy]}: ${outcome === 'known_again' ? 'known again' : 'on a list for people'}`

const say = (lines: readonly string[]): void => void stdout.write(lines.map((line) => `${line}\n`).join(''))
