/** `vezne clock`: reads, moves or sets the sandbox's clock; work due by the new time becomes due at once. */
import { stdout } from 'node:process'
import { createApiClient, readDemo } from './api-client.ts'
import { parseArguments, UsageError, type Verb } from './command.ts'

export const clock: Verb = {
  summary: "read, move or set the sandbox's clock",
  usage: `clock                     what time it is there
clock +24h                moves it on: s, m, h, d, also +1d12h
clock set <time>          such as 2026-05-11T09:30:00Z, or: real
  --demo <file>           default: demo.json in VEZNE_DATA_DIR (.vezne)`,
  async run(words) {
    const { options, rest } = parseArguments(words, ['demo'])
    const demo = readDemo(options.demo)
    const platform = createApiClient(demo, demo.platform.slug, 'admin')
    const url = `${demo.auth_url}/api/v1/sandbox/clock`
    const move = moveOf(rest)
    const answer = move === null ? platform.call('GET', url) : platform.call('POST', url, move)
    stdout.write(`${((await answer) as { now: string }).now}\n`)
  },
}

type Move = { now: string } | { advance_s: number } | null

const moveOf = ([verb, time, ...more]: readonly string[]): Move => {
  if (more.length > 0) throw new UsageError('too many words; see help clock')
  if (verb === undefined) return null
  if (verb !== 'set') return { advance_s: parseSeconds(verb) }
  if (time === 'real') return { now: new Date().toISOString() }
  const ms = Date.parse(time ?? '')
  if (Number.isNaN(ms)) throw new UsageError('set takes a time such as 2026-05-11T09:30:00Z, or real')
  return { now: new Date(ms).toISOString() }
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** +90m, +1d12h */
export const parseSeconds = (text: string): number => {
  if (!/^\+(\d{1,9}[smhd])+$/.test(text)) throw new UsageError(`"${text}" is no span; write +30s, +5m, +24h or +1d12h`)
  let seconds = 0
  for (const [, count, unit] of text.matchAll(/(\d+)([smhd])/g)) seconds += Number(count) * (SECONDS[unit!] as number)
  return seconds
}
