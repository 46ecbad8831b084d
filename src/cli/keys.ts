/** `vezne keys`: status, rotation and removal of the keys that seal secrets, while the program runs. */
import { existsSync } from 'node:fs'
import { stdout } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenRuntime } from '../app/open-runtime.ts'
import { beginRotation, dropOldKeys, oldKeys, RotationError } from '../infra/crypto/begin-rotation.ts'
import { countKeys } from '../infra/crypto/key-store.ts'
import { makeKeyFile, newMasterKey } from '../infra/crypto/master-key-file.ts'
import { advanceRotation } from '../infra/crypto/rotation.ts'
import {
  findProgress,
  newestRotation,
  type Progress,
  processesOfShards,
  type Rotation,
} from '../infra/crypto/rotation-store.ts'
import type { Database } from '../infra/database/database.ts'
import { withAllShards } from './attach-runtime.ts'
import { auditCommand } from './audit-command.ts'
import { parseArguments, UsageError, type Verb } from './command.ts'
import { confirm, readFlag } from './confirm.ts'

export const keys: Verb = {
  summary: 'state, rotation and removal of the master keys and data keys',
  usage: `keys [status]             which keys there are, what uses them, how far a rotation is
keys rotate               new keys for everything, while the program runs; goes on by itself if this command ends
  --wait no               only begins it
keys drop-old             removes keys that nothing uses any more; master keys go to a file of their own
  --yes                   without asking
keys make <file>          a new file of master keys, for VEZNE_MASTER_KEYS_FILE

Backups of the database need the master keys of their day: keep those where the backups are not. See docs/operating.md`,
  async run(words) {
    const yes = readFlag(words, '--yes')
    const { options, rest } = parseArguments(yes.rest, ['wait'])
    const [what = 'status', file, ...more] = rest
    if (more.length > 0 || (file !== undefined && what !== 'make'))
      throw new UsageError('too many words; see help keys')
    if (what === 'make') return make(file)
    const work = {
      status,
      rotate: (open: OpenRuntime) => rotate(open, options.wait !== 'no'),
      'drop-old': (open: OpenRuntime) => drop(open, yes.isSet),
    }[what]
    if (!work) throw new UsageError(`there is no ${what}; see help keys`)
    await withAllShards(work).catch((error: unknown) => {
      throw error instanceof RotationError ? new UsageError(error.message) : error
    })
  },
}

const PROGRESS_MS = 1_000

const say = (line: string): void => void stdout.write(`${line}\n`)

const make = (file: string | undefined): void => {
  if (file === undefined) throw new UsageError('keys make takes the name of the new file')
  if (existsSync(file)) throw new UsageError(`${file} is there already; nothing was changed`)
  makeKeyFile(file, () => [newMasterKey([], new Date())])
  say(`made ${file}; keep a copy of it apart from the backups of the database: without it they open nothing`)
}

/** The rotation is on the first shard. */
const presentRotation = async ({ shards: [first] }: OpenRuntime): Promise<Rotation> =>
  (await first.runtime.db.transaction({ of: [] }, newestRotation)) as Rotation

const databasesOf = ({ shards }: OpenRuntime): readonly Database[] => shards.map(({ runtime }) => runtime.db)

const status = async (open: OpenRuntime): Promise<void> => {
  const { kms } = open
  const rotation = await presentRotation(open)
  const counts = await countOnShards(open)
  const ids = new Set([...kms.keyIds(), ...counts.map(({ master_key_id }) => master_key_id)])
  say(`master keys in ${kms.source}`)
  for (const id of ids) {
    const wraps = counts.filter((count) => count.master_key_id === id).reduce((sum, { keys: n }) => sum + n, 0)
    const notes = [
      `wraps ${wraps} keys`,
      ...(id === rotation.master_key_id ? ['in force'] : []),
      ...(kms.keyIds().includes(id) ? [] : ['MISSING HERE']),
    ]
    say(`  ${id.padEnd(12)} ${notes.join(', ')}`)
  }
  say('data keys')
  for (const { generation, keys: n } of byGeneration(counts))
    say(`  ${`generation ${generation}`.padEnd(12)} ${n} keys${generation === rotation.generation ? ', in force' : ''}`)
  const living = await processesOfShards(databasesOf(open))
  const behind = living.filter((process) => (process.generation ?? -1) < rotation.generation)
  say(`processes: ${countProcesses(living)} run, ${countProcesses(behind)} of them do not know the keys in force yet`)
  say(await progressLine(open, rotation))
}

/** A process is on each shard that it works on. */
const countProcesses = (found: readonly { process_no: number }[]): number =>
  new Set(found.map(({ process_no }) => process_no)).size

/** Every shard has a copy of the keys of the platform: they are those of the first. */
const countOnShards = async (open: OpenRuntime) => {
  const counts = await Promise.all(databasesOf(open).map((db) => db.transaction({ as: 'platform' }, countKeys)))
  return counts.flatMap((each, shard) => (shard === 0 ? each : each.filter(({ generation }) => generation !== null)))
}

const byGeneration = (counts: readonly { generation: number | null; keys: number }[]) => {
  const sums = new Map<number, number>()
  for (const { generation, keys: n } of counts)
    if (generation !== null) sums.set(generation, (sums.get(generation) ?? 0) + n)
  return [...sums].map(([generation, n]) => ({ generation, keys: n }))
}

const progressLine = async (open: OpenRuntime, rotation: Rotation): Promise<string> => {
  const { generation } = rotation
  const each = await Promise.all(
    databasesOf(open).map((db) => db.transaction({ as: 'platform' }, (tx) => findProgress(tx, generation))),
  )
  const sum = (member: keyof Progress): number => each.reduce((total, progress) => total + Number(progress[member]), 0)
  if (generation === 0) return 'nothing was rotated yet'
  if (rotation.finished_at !== null)
    return `rotation ${generation} finished ${rotation.finished_at.toISOString()}: ${sum('values_resealed')} values resealed`
  if (rotation.known_at === null) return `rotation ${generation}: waiting until every process knows the new keys`
  return `rotation ${generation}: ${sum('values_resealed')} values resealed, ${sum('steps_finished')} of ${sum('steps')} tables of ${sum('tenants')} tenants checked and done`
}

const rotate = async (open: OpenRuntime, waits: boolean): Promise<void> => {
  const { runtime, kms, sealer, sealedTables } = open
  const { generation, master_key_id } = await beginRotation(open)
  const begun = { kind: 'key_rotation', id: String(generation), before: null, after: { generation, master_key_id } }
  await auditCommand(open.shards[0].runtime, 'vezne keys rotate', begun)
  say(`rotation ${generation} to master key ${master_key_id} is under way; it goes on without this command`)
  let shown = ''
  while (waits) {
    await sealer.refresh()
    const done = await advanceRotation({ runtime, kms, sealedTables }) // independent of the workers, so that it advances even if none runs
    const rotation = await presentRotation(open)
    const line = await progressLine(open, rotation)
    if (line !== shown) say(line)
    shown = line
    if (rotation.finished_at !== null) return say('the old keys can go: vezne keys drop-old')
    if (done === 0) await sleep(PROGRESS_MS)
  }
}

const drop = async (open: OpenRuntime, isYes: boolean): Promise<void> => {
  const old = await oldKeys(open)
  if (old.dataKeys === 0 && old.masterKeys.length === 0) return say('no key is old')
  say(
    `to be removed: ${old.dataKeys} data keys${old.masterKeys.length > 0 ? `, master keys ${old.masterKeys.join(' ')}` : ''}`,
  )
  say(
    'Backups from before need them: a backup brings its data keys along, and its master keys are what you keep apart from it.',
  )
  if (old.masterKeys.length > 0 && open.kms.keepOnly)
    say(`The master keys go to a file of their own beside ${open.kms.source}; move that to where you keep old ones.`)
  await confirm(isYes)
  const { dataKeys, masterKeys, unused, aside } = await dropOldKeys(open)
  const dropped = { data_keys: dataKeys, removed: masterKeys, unused }
  await auditCommand(open.shards[0].runtime, 'vezne keys drop-old', {
    kind: 'key_rotation',
    id: null,
    before: dropped,
    after: null,
  })
  say(`${dataKeys} data keys removed`)
  if (aside !== null) say(`master keys ${unused.join(' ')} moved from ${open.kms.source} to ${aside}`)
  else if (unused.length > 0)
    say(
      `take ${unused.join(', ')} out of ${open.kms.source} now, keep them apart, and restart; nothing here needs them`,
    )
}
