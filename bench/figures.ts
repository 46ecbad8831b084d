/** The dashboard and the export over the rows that the lists were measured with. */
import { readFileSync } from 'node:fs'
import type { BenchServer } from './server.ts'

const REPEATS = 31
const PERIODS = ['today', 'last_7_days', 'last_30_days']
const EXPORTED_DAYS = 11.5 // of a row a second: just under the most rows of a file
const DAY_MS = 86_400_000
const LOOK_MS = 100

export const benchFigures = async (server: BenchServer, say: (line: string) => void): Promise<void> => {
  say(`\ndashboard: the first time, then median and slowest of ${REPEATS}, ms`)
  for (const period of PERIODS) say(await dashboardLine(server, period))
  say(await exportLine(server))
}

const dashboardLine = async (server: BenchServer, period: string): Promise<string> => {
  const headers = { authorization: `Bearer ${await server.token()}` }
  const times: number[] = []
  let counted = 0
  for (let n = 0; n <= REPEATS; n++) {
    const started = performance.now()
    const answer = await fetch(`${server.urls.cards}/api/v1/dashboard/stats?period=${period}`, { headers })
    const body = (await answer.json()) as { today_transactions: number }
    if (!answer.ok) throw new Error(JSON.stringify(body))
    times.push(performance.now() - started)
    counted = body.today_transactions
  }
  const [first = 0, ...later] = times
  later.sort((a, b) => a - b)
  return `${period.padEnd(14)}${String(counted).padStart(10)} payments${first.toFixed(0).padStart(8)}${`${later[REPEATS >> 1]?.toFixed(1)} / ${later.at(-1)?.toFixed(1)}`.padStart(16)}`
}

/** Memory of the program is looked at while the file arrives. */
const exportLine = async (server: BenchServer): Promise<string> => {
  const since = new Date(Date.now() - EXPORTED_DAYS * DAY_MS).toISOString()
  const headers = { authorization: `Bearer ${await server.token()}` }
  const before = residentMb(server.pid)
  let highest = before
  const looking = setInterval(() => {
    highest = Math.max(highest, residentMb(server.pid))
  }, LOOK_MS)
  try {
    const started = performance.now()
    const answer = await fetch(`${server.urls.cards}/api/v1/transactions/export?start_date=${since}`, { headers })
    if (!answer.ok || !answer.body) throw new Error(await answer.text())
    const firstByte = performance.now() - started
    let bytes = 0
    let lines = 0
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      for (const byte of chunk) if (byte === 10) lines++
    }
    const seconds = (performance.now() - started) / 1000
    return `export of ${lines - 1} rows, ${(bytes / 1e6).toFixed(0)} MB: begins after ${firstByte.toFixed(0)} ms, ends after ${seconds.toFixed(1)} s, ${((lines - 1) / seconds).toFixed(0)} rows/s; resident ${before.toFixed(0)} MB before, ${highest.toFixed(0)} MB at most`
  } finally {
    clearInterval(looking)
  }
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
