/** How much the program grows while a hundred bodies of the largest size come in at once, whole or never ending. */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { openProgram, type Program } from '../resilience/chaos/program.ts'
import type { Check } from './check.ts'
import { HOSTILE_BODIES, MIB } from './hostile-bodies.ts'

const AT_ONCE = 100
const HELD = 300
const FIRST_TIMES = 3
const GROWTH_MAX_MB = 50
const HELD_MS = 5_000
const LOOK_MS = 5

export const largeBodies: Check = async (say) => {
  const program = await openProgram()
  try {
    await program.start()
    const token = await program.token('tenant-load')
    await warmUp(program, token)
    const first = residentMb(program.current().pid)
    let isFine = await growth(program, say, `${HELD} bodies of 1 MiB without their last byte`, () =>
      holdOpen(program, token),
    )
    for (const [name, body] of Object.entries(HOSTILE_BODIES)) {
      const send = async (): Promise<string> => {
        const statuses = new Map<number, number>()
        for (const status of await burst(program, token, body)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if ([...statuses.keys()].some((status) => status >= 500 && status !== 503)) isFine = false
        return [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
      }
      isFine = (await growth(program, say, `${AT_ONCE} bodies of 1 MiB, ${name}`, send)) && isFine
    }
    say(`all in all ${first.toFixed(0)} MB before and ${residentMb(program.current().pid).toFixed(0)} after`)
    return isFine
  } finally {
    await program.end()
  }
}

/** The first of a kind compiles what reads it: no growth of a hundred at once. */
const warmUp = async (program: Program, token: string): Promise<void> => {
  for (let time = 0; time < FIRST_TIMES; time++) {
    await burst(program, token, '{}')
    for (const body of Object.values(HOSTILE_BODIES)) await burst(program, token, body, 1)
  }
}

const growth = async (
  program: Program,
  say: (line: string) => void,
  name: string,
  work: () => Promise<string>,
): Promise<boolean> => {
  const { pid } = program.current()
  const before = residentMb(pid)
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, residentMb(pid))
  }, LOOK_MS)
  const told = await work()
  clearInterval(watch)
  say(`${name}: ${before.toFixed(0)} MB and at most ${(most - before).toFixed(0)} MB more; ${told}`)
  return most - before <= GROWTH_MAX_MB
}

const burst = (program: Program, token: string, body: string, atOnce = AT_ONCE): Promise<number[]> =>
  Promise.all(
    Array.from({ length: atOnce }, async () => {
      const answer = await request(`${program.urls.cards}/api/v1/payments`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })
      await answer.body.dump()
      return answer.statusCode
    }),
  )

/** Held open, while a normal payment has to get through. */
const holdOpen = async (program: Program, token: string): Promise<string> => {
  const { hostname, port } = new URL(program.urls.cards as string)
  const head = `POST /api/v1/payments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${MIB}\r\n\r\n`
  const filler = Buffer.alloc(MIB - 1, ' ')
  let refused = 0
  const sockets = Array.from({ length: HELD }, (): Socket => {
    const socket = connect(Number(port), hostname)
    socket.on('data', (answer) => {
      if (/ 503 /.test(answer.toString('latin1').slice(0, 20))) refused++
    })
    socket.on('error', () => undefined)
    socket.write(head)
    socket.write(filler)
    return socket
  })
  await sleep(HELD_MS)
  const started = performance.now()
  const [status] = await burst(program, token, '{}')
  const took = performance.now() - started
  for (const socket of sockets) socket.destroy()
  return `${refused} refused with 503; small ones answered ${status} after ${took.toFixed(0)} ms`
}

const residentMb = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1e6
