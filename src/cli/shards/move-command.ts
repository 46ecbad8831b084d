/** `vezne tenant move`: a tenant to another shard. It changes the rows of both as the owner of their schema, and audits each step with it. */
import { exit, stdout } from 'node:process'
import { LOCAL_ROWS } from '../../app/shards/local-rows.ts'
import { asPlatform } from '../../infra/database/database.ts'
import type { ServerClient } from '../../infra/database/server-connection.ts'
import { MoveRefusedError } from '../../infra/database/shards/move/move-refused.ts'
import { type MovePlace, type MoveRig, shardsOfMove } from '../../infra/database/shards/move/move-rig.ts'
import { dropLeft, giveUpMove, type Moved, moveTenant } from '../../infra/database/shards/move/move-tenant.ts'
import {
  advanceMove,
  findTenantMove,
  placeOlderTenant,
  type TenantMove,
} from '../../infra/database/shards/move/tenant-moves.ts'
import type { Config } from '../../infra/process/config.ts'
import { parseServerAddress, withCredentials } from '../../infra/process/server-address.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { loadCliConfig, withOwner, withRuntime } from '../attach-runtime.ts'
import { verifyChains } from '../audit.ts'
import { withAudit } from '../audit-command.ts'
import { parseArguments, UsageError } from '../command.ts'
import { confirm, readFlag } from '../confirm.ts'
import { settingsOfOne } from './each-shard.ts'

const HEARD_MS = 1_500
const WAIT_S = 90 // longer than the leases of a process that has died

export const moveCommand = async (words: readonly string[]): Promise<void> => {
  const drops = readFlag(words, '--drop-left')
  const ends = readFlag(drops.rest, '--give-up')
  const yes = readFlag(ends.rest, '--yes')
  const { options, rest } = parseArguments(yes.rest, ['to', 'wait'])
  const [slug, ...more] = rest
  if (slug === undefined || more.length > 0)
    throw new UsageError('name one tenant: tenant move tenant-<slug> --to <shard>')
  const config = loadCliConfig()
  const { to } = options
  if ([drops.isSet, ends.isSet, to !== undefined].filter(Boolean).length !== 1)
    throw new UsageError('say one of --to <shard>, --give-up and --drop-left')
  if (config.databaseUrl === undefined)
    throw new UsageError('name the user who owns the schema in DATABASE_URL: the rows of both shards are changed as it')
  const patienceMs = secondsOf(options.wait) * 1_000
  const first = settingsOfOne(config, '0')
  await withRuntime(async ({ runtime }) => {
    const command = commandOn(runtime, config, slug, patienceMs)
    if (to !== undefined) return moveTo(command, config, numberOf(to, config))
    if (drops.isSet) {
      await confirm(yes.isSet)
      return command.run(null, dropLeft)
    }
    return command.run(null, giveUpMove)
  }, first)
}

const secondsOf = (wait = String(WAIT_S)): number => {
  if (!/^[0-9]{1,5}$/.test(wait)) throw new UsageError('--wait takes a number of seconds')
  return Number(wait)
}

const numberOf = (to: string, { shards }: Config): number => {
  if (!/^[0-9]{1,4}$/.test(to) || Number(to) >= shards.length)
    throw new UsageError(`the shards are 0 to ${shards.length - 1}`)
  return Number(to)
}

interface Command {
  readonly slug: string
  run<T>(to: number | null, work: (rig: MoveRig) => Promise<T>): Promise<T>
}

const commandOn = (runtime: Runtime, config: Config, slug: string, patienceMs: number): Command => {
  const find = (): Promise<TenantMove> => findPlace(runtime, slug)
  const advance = advanceOn(runtime)
  return {
    slug,
    run: async (to, work) => {
      const shards = shardsOfMove(await find(), to)
      return withOwners(config, shards, async (owners) => {
        const rig: MoveRig = {
          owners,
          local: LOCAL_ROWS,
          find,
          advance,
          heardMs: HEARD_MS,
          patienceMs,
          reached: sayPlace,
        }
        return work(rig).catch(async (error: Error) => {
          const state = await find().then(describe, () => 'the first shard is away: repeat the command')
          throw error instanceof MoveRefusedError
            ? new UsageError(`${error.message}; ${state}`)
            : new Error(`${error.message}; ${state}`, { cause: error })
        })
      })
    },
  }
}

const moveTo = async ({ slug, run }: Command, config: Config, to: number): Promise<void> => {
  sayMoved(await run(to, (rig) => moveTenant(rig, to)))
  const { broken } = await verifyChains(settingsOfOne(config, String(to)), slug, new Map())
  if (broken > 0) exit(1)
}

const findPlace = async ({ db }: Runtime, slug: string): Promise<TenantMove> => {
  const find = (): Promise<TenantMove | undefined> => db.transaction({ of: [] }, (tx) => findTenantMove(tx, slug))
  const known = await find()
  if (known !== undefined) return known
  await db.transaction({ as: 'platform' }, async (tx) => {
    const [row] = await tx.query<{ id: string }>(
      `select tenant_id as id from realms where slug = $1 and kind = 'tenant'`,
      [slug],
    )
    if (row === undefined) throw new UsageError(`there is no tenant ${slug}`)
    await placeOlderTenant(tx, { id: row.id, slug })
  })
  return (await find())!
}

/** Each step is written together with its entry in the audit chain of the platform. */
export const advanceOn =
  (runtime: Runtime): MoveRig['advance'] =>
  async (from, to) => {
    let move = from
    await withAudit(runtime, 'vezne tenant move', async (tx) => {
      move = await asPlatform(tx, () => advanceMove(tx, from, to))
      return { kind: 'tenant', id: from.id, before: placeOf(from), after: placeOf(move) }
    })
    return move
  }

const placeOf = ({ shard, step, other }: TenantMove) => ({ shard, move_step: step, other_shard: other })

/** A shard that cannot be reached is left out: a move is given up on the other one without it. */
const withOwners = async <T>(
  config: Config,
  shards: readonly number[],
  work: (owners: ReadonlyMap<number, ServerClient>) => Promise<T>,
  owners: ReadonlyMap<number, ServerClient> = new Map(),
): Promise<T> => {
  const [shard, ...others] = shards
  if (shard === undefined) return work(owners)
  const url = withCredentials(config.shards[shard]!, parseServerAddress(config.databaseUrl!))
  const further = (owner?: ServerClient): Promise<T> =>
    withOwners(config, others, work, owner === undefined ? owners : new Map([...owners, [shard, owner]]))
  const isThere = await withOwner(url, async () => true).catch(() => false)
  return isThere ? withOwner(url, further) : further()
}

const PLACES: Readonly<Record<MovePlace, string>> = {
  ready: 'both shards are ready for it',
  begun: 'nothing new is begun for it',
  hidden: 'what is under way ends',
  closed: 'both shards are closed to it',
  copying: 'its rows are copied',
  copied: 'counts, checksums and sums are equal',
  moved: 'the other shard has it',
  opened: 'it is open there',
  finished: 'the move is at its end',
  'giving up': 'the move is given up',
  'open again': 'it is open where it was',
  emptied: 'the other shard has nothing of it',
  'given up': 'all is as before',
  dropping: 'its rows on the shard it left are deleted',
  dropped: 'they are gone',
  'nothing left': 'that shard has nothing of it, and is open to it',
}
const say = (line: string): void => void stdout.write(`${line}\n`)
const sayPlace = (place: MovePlace): void => say(PLACES[place])

const sayMoved = ({ contents, pauseMs }: Moved): void => {
  if (contents !== undefined) {
    const rows = contents.reduce((sum, each) => sum + Number(each.rows), 0)
    say(`${rows} rows of ${contents.length} tables`)
  }
  say(`closed for ${Math.ceil(pauseMs / 1_000)} s; its rows on the shard it left are closed until --drop-left`)
}

const describe = ({ slug, shard, step, other }: TenantMove): string => {
  if (step === null) return `${slug} is open on shard ${shard}`
  if (step === 'opening') return `${slug} is on shard ${shard} and CLOSED: repeat the command`
  if (step === 'dropping') return `its rows on shard ${other} are not all gone: repeat --drop-left`
  return `${slug} is on shard ${shard} and CLOSED: repeat the command, or say --give-up`
}
