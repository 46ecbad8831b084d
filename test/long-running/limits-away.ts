/** The limit store locked (table) or stopped (Redis) for twenty seconds: requests continue with a local share. */
import pg from 'pg'
import { redisProgram, startRedis } from '../support/redis-server.ts'
import type { Check } from './check.ts'
import { allowedIn, callsOf, drive, type Fleet, isOnly, openFleet, RATE, shownStatuses } from './fleet.ts'

const PROCESSES = 4
const BEFORE_S = 10
const AWAY_S = 20
const ADDED_P99_MS = 20
const OVER = 1.5

export const limitsAway: Check = async (say) => {
  const table = await openFleet(PROCESSES)
  const isTableFine = await tried(say, 'table locked', table, () => lockTable(table.program.ownerUrl()))
  if (redisProgram === undefined) {
    say('Redis: not tried, neither redis-server nor valkey-server is installed here')
    return isTableFine
  }
  const redis = await startRedis()
  const fleet = await openFleet(PROCESSES, { REDIS_URL: redis.url })
  const isRedisFine = await tried(say, 'Redis stopped', fleet, async () => {
    redis.child.kill('SIGSTOP')
    return async () => void redis.child.kill('SIGCONT')
  })
  await redis.stop()
  return isTableFine && isRedisFine
}

const lockTable = async (url: string): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query('lock table limit_buckets, limit_windows in access exclusive mode')
  return async () => {
    await client.query('commit')
    await client.end()
  }
}

const tried = async (
  say: (line: string) => void,
  name: string,
  fleet: Fleet,
  takeAway: () => Promise<() => Promise<void>>,
): Promise<boolean> => {
  try {
    const calls = await callsOf(fleet)
    const during = (limitS: number) =>
      drive(fleet, calls, { perSecond: 2 * RATE, lanes: 24, isOver: (_sent, seconds) => seconds >= limitS })
    const before = await during(BEFORE_S)
    const giveBack = await takeAway()
    const away = await during(AWAY_S)
    await giveBack()
    const accepted = away.statuses[200] ?? 0
    const added = away.p99 - before.p99
    const alarms = fleet.members.filter(({ process }) => process.output().includes('"limits.away"')).length
    say(
      `${name} for ${AWAY_S} s: ${shownStatuses(away.statuses)}; ${((accepted / allowedIn(away.seconds)) * 100).toFixed(0)} % of the limit; p99 ${before.p99.toFixed(1)} ms before, ${away.p99.toFixed(1)} ms meanwhile; ${alarms} of ${PROCESSES} processes warned`,
    )
    return (
      isOnly(away.statuses, 200, 429) &&
      accepted <= OVER * allowedIn(away.seconds) &&
      added <= ADDED_P99_MS &&
      alarms === PROCESSES
    )
  } finally {
    await fleet.end()
  }
}
