/** With the true deadline: subscribers that never end; each attempt ends within 15 s, and memory does not grow. */

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { asOwner } from '../resilience/chaos/platform-records.ts'
import { asLoad, openProgram, type Program } from '../resilience/chaos/program.ts'
import { paymentBody } from '../support/payments.ts'
import { until } from '../support/until.ts'
import type { Check } from './check.ts'

const OF_EACH = 3 // a tenant may have twenty subscriptions
const DEADLINE_MS = 15_500
const GROWTH_MAX_MB = 50
const DRIP_MS = 1_000
const LOOK_MS = 20
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n'

type Answerer = (socket: Socket) => void
const dripping =
  (text: string, drip: string): Answerer =>
  (socket) => {
    socket.write(text)
    const timer = setInterval(() => socket.write(drip), DRIP_MS)
    socket.on('close', () => clearInterval(timer))
  }
const pouring =
  (head: string): Answerer =>
  (socket) => {
    const bytes = Buffer.alloc(256 * 1024, 'x')
    const pour = (): void => {
      while (!socket.destroyed && socket.write(bytes));
    }
    socket.write(head)
    socket.on('drain', pour)
    pour()
  }
const KINDS: Record<string, [scheme: 'http' | 'https', answer: Answerer]> = {
  'never answers': ['http', () => undefined],
  'drips its headers': ['http', dripping(HEAD, 'X')],
  'drips its body': ['http', dripping(`${HEAD}Content-Length: 100000\r\n\r\n`, 'x')],
  'never ends its body': ['http', pouring(`${HEAD}\r\n`)],
  'sends a gigabyte': ['http', pouring(`${HEAD}Content-Length: 1000000000\r\n\r\n`)],
  'is silent after the TLS hello': ['https', () => undefined],
}

export const hostileReceivers: Check = async (say) => {
  const program = await openProgram()
  const servers: Server[] = []
  const open = new Set<Socket>()
  try {
    await program.start()
    await asOwner(program.ownerUrl(), (client) => client.query('update webhook_subscriptions set is_active = false'))
    const kindOf = new Map<string, string>()
    for (const [name, [scheme, answer]] of Object.entries(KINDS))
      for (let n = 0; n < OF_EACH; n++) {
        const server = createServer((socket) => {
          open.add(socket)
          socket.on('error', () => undefined)
          socket.on('close', () => open.delete(socket))
          socket.once('data', () => answer(socket))
        }).listen(0, '127.0.0.1')
        servers.push(server)
        await once(server, 'listening')
        const url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`
        const { status, body } = await asLoad(program, 'POST', '/api/v1/webhook-subscriptions', {
          body: { url, events: ['*'] },
        })
        if (status !== 201) throw new Error(`no subscription: ${status}`)
        kindOf.set(body.id, name)
      }
    const before = residentMb(program)
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, residentMb(program))
    }, LOOK_MS)
    await asLoad(program, 'POST', '/api/v1/payments', { body: paymentBody() })
    await until(
      'every first attempt is over',
      async () => (await firstAttempts(program)).every(({ state }) => state !== 'waiting'),
      180_000,
    )
    clearInterval(watch)
    return judge(say, { attempts: await firstAttempts(program), kindOf, grown: most - before, left: open })
  } finally {
    await program.end()
    for (const socket of open) socket.destroy()
    for (const server of servers) server.close()
  }
}

interface Attempt {
  subscription_id: string
  state: string
  duration_ms: number
  error_message: string
}

const firstAttempts = (program: Program): Promise<Attempt[]> =>
  asOwner(program.ownerUrl(), async (client) => {
    const { rows } = await client.query<Attempt>(
      'select subscription_id, state, duration_ms, error_message from webhook_deliveries where attempt_number = 1',
    )
    return rows
  })

interface Findings {
  attempts: Attempt[]
  kindOf: ReadonlyMap<string, string>
  grown: number
  left: ReadonlySet<Socket>
}

const judge = async (say: (line: string) => void, { attempts, kindOf, grown, left }: Findings): Promise<boolean> => {
  let isFine = grown <= GROWTH_MAX_MB && attempts.length === kindOf.size
  for (const [name, all] of Map.groupBy(attempts, ({ subscription_id }) => kindOf.get(subscription_id))) {
    const longest = Math.max(...all.map(({ duration_ms }) => duration_ms))
    const failed = all.filter(({ state }) => state === 'failed').length
    say(`${name}: ${failed} of ${all.length} failed, the longest after ${longest} ms (${all[0]?.error_message})`)
    if (longest > DEADLINE_MS || failed < all.length) isFine = false
  }
  await until('no socket is left', () => left.size === 0, 5_000).catch(() => {
    isFine = false
  })
  say(`${attempts.length} endpoints: ${grown.toFixed(0)} MB more at most, ${left.size} sockets left`)
  return isFine
}

const residentMb = (program: Program): number =>
  (Number(readFileSync(`/proc/${program.current().pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1e6
