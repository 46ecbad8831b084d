/** A load generator of raw sockets: cheap enough not to be what is measured. One request at a time per connection. */
import { connect, type Socket } from 'node:net'

export interface LoadOptions {
  url: string
  connections: number
  /** Measured time; a fifth of it runs before as warm-up. */
  durationMs: number
  /** The whole request as bytes, a new one for every call. */
  next: () => Buffer
}

export interface LoadResult {
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** Responses by status. */
  statuses: Record<string, number>
}

export const load = async ({ url, connections, durationMs, next }: LoadOptions): Promise<LoadResult> => {
  const { hostname, port } = new URL(url)
  const warmUntil = performance.now() + durationMs / 5
  const until = warmUntil + durationMs
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  await Promise.all(
    Array.from({ length: connections }, () =>
      drive(hostname, Number(port), next, (status, startedAt) => {
        const now = performance.now()
        if (startedAt >= warmUntil && now <= until) {
          latencies.push(now - startedAt)
          statuses[status] = (statuses[status] ?? 0) + 1
        }
        return now < until
      }),
    ),
  )
  latencies.sort((a, b) => a - b)
  const at = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return { perSecond: latencies.length / (durationMs / 1000), p50: at(0.5), p95: at(0.95), p99: at(0.99), statuses }
}

/** Sends on one connection until `done` says that time is up. */
const drive = (
  host: string,
  port: number,
  next: () => Buffer,
  done: (status: string, startedAt: number) => boolean,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket: Socket = connect({ host, port, noDelay: true })
    let startedAt = 0
    let received: Buffer = Buffer.alloc(0)
    const send = (): void => {
      startedAt = performance.now()
      socket.write(next())
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const length = answerLength(received)
      if (length === undefined || received.length < length) return
      const status = received.toString('latin1', 9, 12)
      received = received.subarray(length)
      if (done(status, startedAt)) send()
      else socket.destroy()
    })
  })

/** Bytes of the first whole answer; undefined while its head is incomplete. */
export const answerLength = (received: Buffer): number | undefined => {
  const head = received.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const match = /\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, head))
  return head + 4 + Number(match?.[1] ?? 0)
}
