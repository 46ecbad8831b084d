/** Two processes with Redis: ten thousand requests get what the bucket allows; Redis stopped in the middle costs no request. */
import { redisProgram, startRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'
import type { Check } from './check.ts'
import { allowedIn, callsOf, type Driven, drive, type Fleet, isOnly, openFleet, shownStatuses } from './fleet.ts'

const REQUESTS = 10_000
const TOLERANCE = 0.01
const FULL_AGAIN_MS = 2_500

export const redisLimitsCheck: Check = async (say) => {
  if (redisProgram === undefined) {
    say('this check needs redis-server or valkey-server in the path; none is installed here')
    return false
  }
  const redis = await startRedis()
  const port = Number(new URL(redis.url).port)
  const fleet = await openFleet(2, { REDIS_URL: redis.url })
  let again: Awaited<ReturnType<typeof startRedis>> | undefined
  try {
    const calls = await callsOf(fleet)
    const isFirstRight = await exact(
      say,
      'Redis',
      await drive(
        fleet,
        calls,
        demandOf(() => undefined),
      ),
    )
    const cut = await drive(
      fleet,
      calls,
      demandOf((sent) => sent === REQUESTS / 2 && void redis.stop()),
    )
    say(`Redis stopped in the middle: ${shownStatuses(cut.statuses)}, p99 ${cut.p99.toFixed(0)} ms`)
    const warned = linesOf(fleet, 'limits.away')
    say(`warnings by process: ${warned.join(', ')}`)
    again = await startRedis(port)
    await until('both processes came back', () => linesOf(fleet, 'limits.back').every((count) => count === 1))
    await new Promise((resolve) => setTimeout(resolve, FULL_AGAIN_MS))
    const isBackRight = await exact(
      say,
      'Redis is back',
      await drive(
        fleet,
        calls,
        demandOf(() => undefined),
      ),
    )
    return isFirstRight && isOnly(cut.statuses, 200, 429) && warned.every((count) => count === 1) && isBackRight
  } finally {
    await fleet.end()
    await redis.stop()
    await again?.stop()
  }
}

const demandOf = (meanwhile: (sent: number) => unknown) => ({
  perSecond: Number.POSITIVE_INFINITY,
  lanes: 32,
  isOver(sent: number): boolean {
    meanwhile(sent)
    return sent >= REQUESTS
  },
})

const exact = async (say: (line: string) => void, name: string, { statuses, seconds }: Driven): Promise<boolean> => {
  const accepted = statuses[200] ?? 0
  const allowed = allowedIn(seconds)
  say(
    `${name}: ${shownStatuses(statuses)} in ${seconds.toFixed(2)} s; ${accepted} of ${allowed.toFixed(0)} allowed: ${((accepted / allowed) * 100).toFixed(2)} %`,
  )
  return Math.abs(accepted / allowed - 1) <= TOLERANCE && isOnly(statuses, 200, 429)
}

const linesOf = (fleet: Fleet, event: string): number[] =>
  fleet.members.map(({ process }) => process.output().split(`"${event}"`).length - 1)
