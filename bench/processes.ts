/** What a payment costs in one, two and three request processes, each at 64 connections, in turn. */
import pg from 'pg'
import { median, openTurns, type Turn } from './in-turn.ts'
import type { BenchServer } from './server.ts'

const ROUNDS = 3
const COUNTS = [1, 2, 3]
const CONNECTIONS = 64

export const benchProcesses = async (
  start: (env: Record<string, string>) => Promise<BenchServer>,
  durationMs: number,
  say: (line: string) => void,
): Promise<void> => {
  const closers: (() => Promise<unknown>)[] = []
  try {
    const ways: { count: number; turn: () => Promise<Turn>; taken: Turn[] }[] = []
    for (const count of COUNTS) {
      const server = await start({ VEZNE_PROCESSES: String(count) })
      closers.push(() => server.stop())
      say(`  ${count} at once: started`)
      const owner = new pg.Client(server.databaseUrl)
      await owner.connect()
      closers.push(() => owner.end())
      const turn = openTurns({ server, owner, durationMs, say, connections: CONNECTIONS * count })
      ways.push({ count, turn: () => turn('tenant-load'), taken: [] })
    }
    // The first turn of each warms it up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const { count, turn, taken } of ways) {
        const { perSecond, cpuUs } = await turn()
        taken.push({ perSecond, cpuUs })
        const of = round === 0 ? 'warming up' : `round ${round} of ${ROUNDS}`
        say(`  ${of}, ${count} at once: ${cpuUs.toFixed(0)} µs, ${perSecond.toFixed(0)}/s`)
      }
    const [one] = ways
    for (const { count, taken } of ways) {
      const rounds = taken.slice(1)
      const ratio = median(rounds.map(({ cpuUs }, at) => cpuUs / one!.taken[at + 1]!.cpuUs))
      say(
        `${count} process${count === 1 ? '' : 'es'} at ${CONNECTIONS * count} connections: ${median(rounds.map(({ cpuUs }) => cpuUs)).toFixed(0)} µs of processor time a payment, ${ratio.toFixed(2)} of one; ${median(rounds.map(({ perSecond }) => perSecond)).toFixed(0)}/s`,
      )
    }
  } finally {
    for (const close of closers.reverse()) await close()
  }
}
