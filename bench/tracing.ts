/** What spans add to a payment: a process that sends them to a collector, in turn with one that does not. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { compareInTurn, openTurns, type Turn } from './in-turn.ts'
import type { BenchServer } from './server.ts'

const ROUNDS = 5

export const benchTracing = async (
  start: (env: Record<string, string>) => Promise<BenchServer>,
  durationMs: number,
  say: (line: string) => void,
): Promise<void> => {
  const closers: (() => unknown)[] = []
  let bytes = 0
  const collector = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  closers.push(() => collector.close())
  const turns: (() => Promise<Turn>)[] = []
  try {
    for (const env of [{}, { VEZNE_OTLP_URL: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` }]) {
      const server = await start(env)
      closers.push(() => server.stop())
      const owner = new pg.Client(server.databaseUrl)
      await owner.connect()
      closers.push(() => owner.end())
      const turn = openTurns({ server, owner, durationMs, say })
      turns.push(() => turn('tenant-load'))
    }
    const { off, on, addedUs, ratio } = await compareInTurn(ROUNDS, turns[0]!, turns[1]!)
    say(
      `\nspans to a collector: ${on.cpuUs.toFixed(0)} µs of processor time a payment and ${on.perSecond.toFixed(0)}/s, without ${off.cpuUs.toFixed(0)} and ${off.perSecond.toFixed(0)}/s; median of ${ROUNDS} pairs ${addedUs.toFixed(0)} µs more, ${ratio.toFixed(2)}; ${(bytes / 1e6).toFixed(0)} MB were sent`,
    )
  } finally {
    for (const close of closers.reverse()) await close()
  }
}
