/** Thousands of connections that drip or sit idle while normal requests go on. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { openProgram, type Program } from '../resilience/chaos/program.ts'
import type { Check } from './check.ts'

const SLOW = 2_000
const IDLE = 6_000 // one process may have no more open files than the system lets it; client and program both count
const RATE = 100
const SECONDS = 25 // longer than the 20 s a slow body has
const ALONE_S = 10
const DRIP_MS = 1_000
const P99_FACTOR_MAX = 2

export const slowConnections: Check = async (say) => {
  const program = await openProgram()
  try {
    await program.start()
    const token = await program.token('tenant-load')
    await load(program, token, 5) // compiled and warm
    let before = await load(program, token, ALONE_S)
    say(`alone: ${figures(before)}`)
    let isFine = true
    for (const [name, count, open] of SWARMS) {
      const swarm = await open(program, token, count)
      const beside = await load(program, token, SECONDS)
      const cut = swarm.filter((socket) => socket.destroyed || socket.readableEnded).length
      for (const socket of swarm) socket.destroy()
      await sleep(1_000)
      // The machine may have other work: compared with the slower of the times right before and right after.
      const after = await load(program, token, ALONE_S)
      const alone = Math.max(percentile(before.took, 0.99), percentile(after.took, 0.99))
      const factor = percentile(beside.took, 0.99) / alone
      say(`beside ${count} ${name}: ${figures(beside)}; p99 ${factor.toFixed(1)} times; ${cut} cut by then`)
      say(`alone again: ${figures(after)}`)
      if (factor > P99_FACTOR_MAX || beside.refused > 0) isFine = false
      before = after
    }
    return isFine
  } finally {
    await program.end()
  }
}

type Open = (program: Program, token: string, count: number) => Promise<Socket[]>

const opened = async (program: Program, count: number, first: string, drip?: string): Promise<Socket[]> => {
  const { port } = new URL(program.urls.cards as string)
  const sockets: Socket[] = []
  for (let n = 0; n < count; n++) {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: `127.0.3.${(n % 250) + 1}` })
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    if (first !== '') socket.write(first)
    if (drip !== undefined) {
      const timer = setInterval(() => void (socket.writable && socket.write(drip)), DRIP_MS)
      socket.on('close', () => clearInterval(timer))
    }
    sockets.push(socket)
    if (n % 200 === 199) await sleep(20)
  }
  return sockets
}

const headers: Open = (program, _token, count) =>
  opened(program, count, 'GET /health/live HTTP/1.1\r\nHost: x\r\nX-A: ', 'a')
const bodies: Open = (program, token, count) =>
  opened(
    program,
    count,
    `POST /api/v1/payments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`,
    ' ',
  )
const idle: Open = (program, _token, count) => opened(program, count, 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')

const SWARMS: [name: string, count: number, open: Open][] = [
  ['headers that drip', SLOW, headers],
  ['bodies that drip', SLOW, bodies],
  ['idle connections', IDLE, idle],
]

interface Load {
  took: number[]
  refused: number
}

const load = async (program: Program, token: string, seconds: number): Promise<Load> => {
  const result: Load = { took: [], refused: 0 }
  const running: Promise<void>[] = []
  const started = performance.now()
  for (let n = 0; n < seconds * RATE; n++) {
    const wait = started + (n * 1_000) / RATE - performance.now()
    if (wait > 0) await sleep(wait)
    running.push(one(program, token, result))
  }
  await Promise.all(running)
  return result
}

const one = async (program: Program, token: string, result: Load): Promise<void> => {
  const begun = performance.now()
  try {
    const answer = await request(`${program.urls.cards}/api/v1/connectors`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) result.refused++
  } catch {
    result.refused++
  }
  result.took.push(performance.now() - begun)
}

const percentile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0

const figures = ({ took, refused }: Load): string =>
  `${took.length} requests, p50 ${percentile(took, 0.5).toFixed(1)} ms, p99 ${percentile(took, 0.99).toFixed(1)} ms, ${refused} refused`
