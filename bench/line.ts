/** One connection that asks and waits, for stories of several requests. */
import { connect, type Socket } from 'node:net'
import { answerLength } from './load.ts'

export interface Line {
  ask(request: Buffer): Promise<{ status: number; text: string; location: string | undefined }>
  close(): void
}

export const openLine = async (url: string): Promise<Line> => {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let received: Buffer = Buffer.alloc(0)
  let waiting: ((answer: Buffer) => void) | undefined
  let fail: ((error: Error) => void) | undefined
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const length = answerLength(received)
    if (length === undefined || received.length < length) return
    const answer = received.subarray(0, length)
    received = received.subarray(length)
    waiting?.(answer)
  })
  socket.on('error', (error) => fail?.(error))
  socket.on('close', () => fail?.(new Error('the connection was closed')))
  return {
    async ask(request) {
      const answer = await new Promise<Buffer>((resolve, reject) => {
        waiting = resolve
        fail = reject
        socket.write(request)
      })
      const text = answer.toString()
      return { status: Number(text.slice(9, 12)), text, location: /\r\nlocation: ([^\r]*)/i.exec(text)?.[1] }
    },
    close: () => void socket.destroy(),
  }
}

export interface StoryResult {
  perSecond: number
  p50: number
  p95: number
  p99: number
}

/** Repeats a scenario on each of several lanes; a lane is opened once and keeps its connections. */
export const runStories = async (
  lanes: number,
  durationMs: number,
  openLane: () => Promise<{ story: () => Promise<void>; close: () => void }>,
): Promise<StoryResult> => {
  const warmUntil = performance.now() + durationMs / 5
  const until = warmUntil + durationMs
  const took: number[] = []
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      const lane = await openLane()
      while (performance.now() < until) {
        const started = performance.now()
        await lane.story()
        const now = performance.now()
        if (started >= warmUntil && now <= until) took.push(now - started)
      }
      lane.close()
    }),
  )
  took.sort((a, b) => a - b)
  const at = (share: number): number => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0
  return { perSecond: took.length / (durationMs / 1000), p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
