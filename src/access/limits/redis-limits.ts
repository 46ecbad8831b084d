/** Buckets and windows in Redis (or Valkey): each decision one script, by the server's own time; concurrent calls are pipelined. */
import { createClient, defineScript } from '@redis/client'
import type { BucketRequest, SharedStore, Window } from './limit-store.ts'
import { toDecision } from './token-bucket.ts'

const PREFIX = 'vezne:limit:'
const CONNECT_MS = 2_000
const RECONNECT_MS = 500
const PING_EVERY_MS = 1_000
const SILENT_MS = 5_000 // a connection that is silent for this long, pings included, is replaced

/**
 * KEYS: one or two buckets. ARGV: tokens wanted, then rate and burst of each bucket. Takes from all or from none; returns
 * how many were taken and how many are left in each. A bucket that is full again expires.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local taken = tonumber(ARGV[1])
local levels, times = {}, {}
for i, key in ipairs(KEYS) do
  local rate, burst = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
  local row = redis.call('HMGET', key, 'tokens', 'at')
  local at = tonumber(row[2] or now)
  levels[i] = math.min(burst, tonumber(row[1] or burst) + math.max(0, now - at) / 1000000 * rate)
  times[i] = math.max(now, at)
  taken = math.min(taken, math.floor(levels[i]))
end
local answer = { taken }
for i, key in ipairs(KEYS) do
  local rate, burst = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
  local left = string.format('%.17g', levels[i] - taken)
  redis.call('HSET', key, 'tokens', left, 'at', string.format('%.0f', times[i]))
  redis.call('PEXPIRE', key, math.ceil((burst - levels[i] + taken) / rate * 1000) + 1000)
  answer[i + 1] = left
end
return answer`

/** A window starts at its first count and expires. Returns the count and the milliseconds left. */
const COUNT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`

const LOOK = `
local count = redis.call('GET', KEYS[1])
if not count then return {} end
return { tonumber(count), redis.call('PTTL', KEYS[1]) }`

const numbersIn = (reply: unknown): number[] => (reply as unknown[]).map(Number)

const scripts = {
  take: defineScript({
    SCRIPT: TAKE,
    parseCommand(parser, buckets: readonly BucketRequest[], wanted: number) {
      parser.pushKeysLength(placesOf(buckets))
      parser.push(String(wanted), ...buckets.flatMap(({ size }) => [String(size.ratePerSecond), String(size.burst)]))
    },
    transformReply: numbersIn,
  }),
  count: defineScript({
    SCRIPT: COUNT,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser, key: string, windowMs: number) {
      parser.pushKey(windowPlace(key))
      parser.push(String(windowMs))
    },
    transformReply: numbersIn,
  }),
  look: defineScript({
    SCRIPT: LOOK,
    NUMBER_OF_KEYS: 1,
    parseCommand: (parser, key: string) => parser.pushKey(windowPlace(key)),
    transformReply: numbersIn,
  }),
}

const windowPlace = (key: string): string => `${PREFIX}window:${key}`
/** One hash tag for both, so that a cluster stores them on one node. */
const placesOf = ([bucket, below]: readonly BucketRequest[]): string[] => {
  const place = `${PREFIX}bucket:{${bucket?.key}}`
  return below ? [place, `${place}:${below.key}`] : [place]
}

export const openRedisLimits = (url: string): SharedStore => {
  const client = createClient({
    url,
    scripts,
    disableOfflineQueue: true, // while it is unavailable a request does not wait
    pingInterval: PING_EVERY_MS,
    socket: { connectTimeout: CONNECT_MS, socketTimeout: SILENT_MS, reconnectStrategy: () => RECONNECT_MS },
  })
  let trouble: Error | undefined
  client.on('error', (error: Error) => {
    trouble = error
  })
  client.on('ready', () => {
    trouble = undefined
  })
  client.connect().catch(() => undefined) // reported as `error`, and retried
  /** The cause of the disconnect says more than the disconnect. */
  const asked = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: Error) => {
      throw trouble ?? error
    })
  const windowOf = ([count = 0, leftMs = 0]: readonly number[], nowMs: number): Window => ({
    count,
    endsAt: nowMs + leftMs,
  })

  return {
    async take(bucket, nowMs, below) {
      const [taken = 0, tokens = 0, tokensBelow = 0] = await asked(client.take(below ? [bucket, below] : [bucket], 1))
      return toDecision(
        { tokens, size: bucket.size },
        taken === 1,
        nowMs,
        below && { tokens: tokensBelow, size: below.size },
      )
    },
    count: async (key, windowMs, nowMs) => windowOf(await asked(client.count(key, windowMs)), nowMs),
    async look(key, nowMs) {
      const found = await asked(client.look(key))
      return found.length === 0 ? null : windowOf(found, nowMs)
    },
    forget: async (key) => void (await asked(client.del(windowPlace(key)))),
    probe: (bucket) => asked(client.take([bucket], 0)),
    close: async () => client.destroy(),
  }
}
