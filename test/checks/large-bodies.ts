/** Check G7: how much the program grows while a hundred bodies of the largest size come in at once, whole or never ending. */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { openProgram, type Program } from '../chaos/program.ts'
import type { Check } from './check.ts'

const AT_ONCE = 100
const HELD = 300
const ROUNDS = 3
const BODY_BYTES = 1024 * 1024
const GROWTH_MAX_MB = 50
const HELD_MS = 5_000
const LOOK_MS = 5

export const largeBodies: Check = async (say) => {
  const program = await openProgram()
  try {
    await program.start()
    const token = await program.token('tenant-load')
    // What V8 lets its heap grow to before it looks for garbage is its own affair: that is over with the first round.
    await burst(program, token, '{}')
    await burst(program, token, (BODIES[0] as Named)[1](BODY_BYTES))
    let isFine = await growth(program, say, `${HELD} bodies of 1 MiB without their last byte`, () =>
      holdOpen(program, token),
    )
    for (const [name, filler] of BODIES) {
      const body = filler(BODY_BYTES)
      const send = async (): Promise<string> => {
        const statuses = new Map<number, number>()
        for (let round = 0; round < ROUNDS; round++)
          for (const status of await burst(program, token, body)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if ([...statuses.keys()].some((status) => status >= 500 && status !== 503)) isFine = false
        return [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
      }
      isFine = (await growth(program, say, `${ROUNDS} times ${AT_ONCE} bodies of 1 MiB, ${name}`, send)) && isFine
    }
    return isFine
  } finally {
    await program.end()
  }
}

type Named = [name: string, filler: (bytes: number) => string]
const BODIES: Named[] = [
  ['one long text', (bytes) => `{"description":"${'a'.repeat(bytes - 20)}"}`],
  ['many members', () => `{${Array.from({ length: 60_000 }, (_, n) => `"m${n}":${n}`).join(',')}}`],
  ['a list of objects', (bytes) => `{"basket_items":[${'{"name":"a","price":1},'.repeat(bytes / 24).slice(0, -1)}]}`],
]

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

const burst = (program: Program, token: string, body: string): Promise<number[]> =>
  Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
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
  const head = `POST /api/v1/payments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`
  const filler = Buffer.alloc(BODY_BYTES - 1, ' ')
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
