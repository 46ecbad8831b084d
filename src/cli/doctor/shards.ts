/** Doctor checks of tenants on several shards: each is another server, and follows the tables of the platform. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Following, findFollowing, readSharedTables } from '../../infra/database/shards/following.ts'
import type { Config } from '../../infra/process/config.ts'
import { directUrl } from '../../infra/process/server-address.ts'
import { withOwner } from '../attach-runtime.ts'
import { type ShardSettings, settingsOfShards } from '../shards/each-shard.ts'
import { type CheckResult, fail, ok, runCheck, warn } from './check-result.ts'

const BEHIND_BYTES = 1_073_741_824
const SAME_TRIES = 10
const SAME_MS = 500

/** `url`: of any of them, with user and password. */
export const checkShards = async (config: Config, url: string): Promise<CheckResult[]> => {
  const [first, ...others] = settingsOfShards(config).map((own) => ({ ...own, url: directUrl(url, own.config) }))
  if (first === undefined || others.length === 0) return []
  const findings = await withOwner(first.url, async (owner) => {
    const { rows } = await owner.query<{ wal_level: string }>('show wal_level')
    return rows[0]!.wal_level === 'logical'
      ? []
      : [
          fail(
            'shards',
            `wal_level of the first shard is ${rows[0]!.wal_level}: no other one follows the tables of the platform`,
            'alter system set wal_level = logical, and restart that server',
          ),
        ]
  })
  const seen = new Map([[await readServer(first.url), 0]])
  const found: CheckResult[] = [...findings]
  for (const own of others) found.push(...(await runCheck('shards', () => checkOther(first.url, own, seen))))
  return found
}

interface Other extends ShardSettings {
  readonly url: string
}

const checkOther = async (
  firstUrl: string,
  { shard = 0, url }: Other,
  seen: Map<string, number>,
): Promise<CheckResult[]> => {
  const server = await readServer(url)
  const twin = seen.get(server)
  seen.set(server, shard)
  const isAnother =
    twin === undefined
      ? []
      : [
          warn(
            'shards',
            `shards ${twin} and ${shard} are databases of one server: they share its limits, and fail together`,
            'move one of them to a server of its own; VEZNE_SHARDS keeps its place',
          ),
        ]
  const following = await withOwner(firstUrl, (first) =>
    withOwner(url, (follower) => findFollowing(first, follower, shard)),
  )
  const fault = faultOf(shard, following)
  if (fault !== undefined) return [...isAnother, fault]
  const differing = await findDiffering(firstUrl, url)
  if (differing.length > 0)
    return [
      ...isAnother,
      fail(
        'shards',
        `shard ${shard} has other rows than the first in ${differing.join(', ')}`,
        'the log of its server says what its subscription could not write; after a restore see docs/shards.md, "Following again"',
      ),
    ]
  return [...isAnother, ok('shards', `shard ${shard} follows the first and has the same rows of the platform`)]
}

const faultOf = (shard: number, { isMade, isEnabled, isActive, behindBytes, slotState }: Following) => {
  if (!isMade)
    return fail('shards', `shard ${shard} does not follow the first`, 'VEZNE_ROLE=migrate npm start subscribes it')
  if (behindBytes === undefined || slotState === 'lost')
    return fail(
      'shards',
      `the first shard has ${slotState === 'lost' ? 'given up' : 'no'} slot of shard ${shard}: changes that it lacks will not come`,
      'VEZNE_ROLE=migrate npm start: it follows again and keeps its tenants (docs/shards.md, "Following again")',
    )
  if (!isEnabled)
    return fail(
      'shards',
      `the subscription of shard ${shard} is disabled`,
      `alter subscription vezne_shard_${shard} enable`,
    )
  if (!isActive)
    return fail(
      'shards',
      `shard ${shard} does not follow at the moment, and is ${behindBytes} bytes of the log behind`,
      'does it reach the first shard? The log of its server says why not',
    )
  if (behindBytes > BEHIND_BYTES)
    return warn(
      'shards',
      `shard ${shard} is ${behindBytes} bytes of the log behind the first`,
      'look at pg_stat_subscription there; the first shard keeps its log until then, so watch its disk',
    )
  return undefined
}

/** A server that is copied keeps its identifier, but not the moment it was started. */
const readServer = (url: string): Promise<string> =>
  withOwner(url, async (owner) => {
    const { rows } = await owner.query<{ server: string }>(
      `select system_identifier || ' ' || extract(epoch from pg_postmaster_start_time()) as server from pg_control_system()`,
    )
    return rows[0]!.server
  })

/** A change is on its way for a moment, so tables that differ are looked at again. */
const findDiffering = async (firstUrl: string, url: string): Promise<string[]> => {
  for (let tried = 1; ; tried++) {
    const here = await withOwner(firstUrl, readSharedTables)
    const there = await withOwner(url, readSharedTables)
    const differing = [...here.keys()].filter((name) => here.get(name) !== there.get(name))
    if (differing.length === 0 || tried === SAME_TRIES) return differing
    await sleep(SAME_MS)
  }
}
