/** A day of an installation in a few hours: a steady load at about a tenth of what two cores carry, everything that happens to one in its life, and the oracle at the end. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asOwner } from '../../resilience/chaos/platform-records.ts'
import { asPlatform, type Operated, openTokens } from '../../resilience/chaos/program.ts'
import { rowsAt } from '../../resilience/chaos/transfers/judge-transfers.ts'
import { openedAccount } from '../../resilience/chaos/transfers/transfers-run.ts'
import { appointSecond } from '../../resilience/chaos/two-people.ts'
import { startBank } from '../../support/bank.ts'
import { hasHaproxy } from '../../support/haproxy.ts'
import { openHttp } from '../../support/http.ts'
import { unpackPreviousRelease } from '../../support/previous-release.ts'
import type { Check } from '../check.ts'
import { openDayServers } from './day-servers.ts'
import { openSubscriber } from './deliveries.ts'
import { PLAN, type Struck } from './faults.ts'
import { openInstallation } from './installation.ts'
import { openLoad } from './load.ts'
import { watchMemory } from './memory.ts'
import { type Outcome, sayOutcome } from './report.ts'
import { countedHttp, openTally, type Tally } from './tally.ts'
import { openTimeline, type Timeline } from './timeline.ts'
import { judgeDay } from './verdict.ts'

/** Of all kinds together: two cores carry some 1,450 sales a second at a bank on the wire (bench/README.md). */
const PER_SECOND = Number(process.env.VEZNE_DAY_PER_SECOND ?? 145)
const TAIL_S = 40 // a call's deadline, and the half minute for which a bank is left alone
const MEMORY_MS = 60_000
const SAMPLES_MIN = 60
const TRIES_MAX = 30
const RETRY_MS = 1_000
const MONEY = 1_000_000_000_000
const WHAT_MAX = 90

export const day: Check = async (say, seed, hours) => {
  if (!hasHaproxy()) {
    say('not run: it needs haproxy')
    return false
  }
  const seconds = hours * 3_600
  const closers: (() => unknown)[] = []
  const later = <T>(made: T, close: (made: T) => unknown): T => {
    closers.push(() => close(made))
    return made
  }
  try {
    const servers = later(await openDayServers(), ({ stop }) => stop())
    const bank = later(await startBank({ seed: String(seed) }), ({ stop }) => stop())
    const release = later(await unpackPreviousRelease(), ({ remove }) => remove())
    const installation = later(
      await openInstallation({ databaseUrl: servers.url, bankUrl: bank.url, tree: release.tree }),
      ({ stop }) => stop(),
    )
    say(`seed ${seed}, ${hours} hours at ${PER_SECOND} requests a second, ${servers.what}`)
    await liftLimits(servers.ownerUrl())
    await appointSecond(servers.ownerUrl()) // before the first token names the roles of then
    const timeline = openTimeline(Math.min(TAIL_S, seconds / 25))
    const tally = openTally(timeline)
    const http = later(countedHttp(openHttp(installation.urls, { isLimited: true }), timeline, tally), (each) =>
      each.close(),
    )
    const program = operated({ http, token: openTokens(http, () => installation.demo), ownerUrl: servers.ownerUrl })
    const sourceId = await openedAccount(rowsAt(servers.ownerUrl()))
    await deposit(servers.ownerUrl(), sourceId, bank.url)
    const subscriber = later(await openSubscriber(program), ({ close }) => close())
    const memory = later(
      watchMemory(Math.min(MEMORY_MS, (seconds * 1_000) / SAMPLES_MIN), () => [
        ...installation.members.map(({ name, process }) => ({ name, pid: process.pid })),
        { name: 'bank simulator', pid: bank.pid },
      ]),
      ({ end }) => end(),
    )
    const position = await logPosition(servers.ownerUrl())
    const load = later(
      await openLoad(
        { caller: program, demo: installation.demo, sourceId, seed, perSecond: PER_SECOND },
        tally,
        timeline,
      ),
      ({ close }) => close(),
    )
    const failed = await strikeAll({ program, servers, installation, bank, seconds, say }, timeline, tally)
    await load.close()
    const used = memory.end()
    const took = timeline.now()
    say(
      `${tally.total} requests in ${(took / 60).toFixed(0)} minutes, ${(tally.total / took).toFixed(0)} a second; what is open is brought to its end`,
    )
    const outcome: Outcome = {
      hours,
      failed,
      counted: tally.counted(),
      memory: used,
      verdict: await judgeDay({ program, bank, subscriber, load }),
      logged: errorsIn(installation.members.map(({ dataDir }) => join(dataDir, 'vezne.log'))),
      database: await sizeSince(servers.ownerUrl(), position),
      deliveries: { events: subscriber.events.size, repeats: subscriber.repeats },
    }
    return sayOutcome(outcome, say)
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

const operated = (caller: Pick<Operated, 'http' | 'token' | 'ownerUrl'>): Operated => ({
  ...caller,
  async moveClock(seconds) {
    for (let tries = 1; ; tries++)
      try {
        const answer = await asPlatform(caller, 'identity', 'POST', '/api/v1/sandbox/clock', { advance_s: seconds })
        if (answer.status === 200) return
        throw new Error(`the clock did not move: ${answer.text}`)
      } catch (error) {
        if (tries === TRIES_MAX) throw error
        await sleep(RETRY_MS)
      }
  },
})

/** Each at its part of the run, one after the other; what could not be done is told, and the run goes on. */
const strikeAll = async (struck: Struck, timeline: Timeline, tally: Tally): Promise<string[]> => {
  const failed: string[] = []
  const until = async (part: number): Promise<void> => {
    await sleep(Math.max(0, part * struck.seconds - timeline.now()) * 1_000)
  }
  for (const { name, at, strike } of PLAN) {
    await until(at)
    struck.say(`${minutes(timeline.now())} ${name}; ${tally.total} requests so far`)
    await timeline
      .during(name, () => strike(struck))
      .catch((error: unknown) => {
        struck.say(`  could not be done: ${error}`)
        failed.push(`${name}: ${error}`)
      })
  }
  await until(1)
  return failed
}

const minutes = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(3)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** The realm of the platform has no plan, and moves the clock more often than one without may. */
const liftLimits = (url: string): Promise<unknown> =>
  asOwner(url, (owner) =>
    owner.query(`update realms set plan_id = (select id from plans where is_unlimited limit 1) where slug = 'master'`),
  )

/** More than the finance teams can send. */
const deposit = async (url: string, sourceId: string, bankUrl: string): Promise<void> => {
  const [account] = await rowsAt(url)('select iban from source_accounts where id = $1', [sourceId])
  const answer = await fetch(`${bankUrl}/control/accounts/${account.iban}/deposits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount: MONEY, description: 'of the run' }),
  })
  if (!answer.ok) throw new Error(`deposit: ${await answer.text()}`)
}

const logPosition = async (url: string): Promise<string> =>
  (await rowsAt(url)('select pg_current_wal_lsn()::text as at'))[0].at

const sizeSince = async (url: string, position: string) => {
  const [row] = await rowsAt(url)(
    `select pg_database_size(current_database())::float8 as bytes, pg_wal_lsn_diff(pg_current_wal_lsn(), '${position}')::float8 as log`,
  )
  return { megabytes: row.bytes / 2 ** 20, logMegabytes: row.log / 2 ** 20 }
}

/** Error lines of the program's logs, by event and what was wrong. */
const errorsIn = (paths: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const path of paths)
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (!line.startsWith('{"level":"error"')) continue
      const { event, err, message } = JSON.parse(line)
      const what = `${event} ${String(err?.message ?? err ?? message ?? '').slice(0, WHAT_MAX)}`.trim()
      counts[what] = (counts[what] ?? 0) + 1
    }
  return counts
}
