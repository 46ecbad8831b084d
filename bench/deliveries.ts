/** Webhook deliveries a second to a fast local receiver: while payments are made, and of the queue they left behind. */
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuTimeOf } from './cpu-time.ts'
import { median } from './in-turn.ts'
import { benchPayments } from './payments.ts'
import { openReceiver } from './receiver.ts'
import type { BenchServer } from './server.ts'

const PAYMENT_MS = 4_000
const ROUNDS = 3
const RECORDED_WITHIN_S = '0.05'

export const benchDeliveries = async (server: BenchServer, say: (line: string) => void): Promise<void> => {
  const token = await server.token()
  const receiver = await openReceiver()
  const cpuTime = cpuTimeOf(server)
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${server.urls.cards}/api/v1/webhook-subscriptions${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const subscription = (await (await call('POST', '', { url: receiver.url, events: ['*'] })).json()) as { id: string }

  const round = async () => {
    const before = { sent: receiver.received(), records: await recordsOf(server) }
    const made = await benchPayments({ cardsUrl: server.urls.cards, token }, 64, PAYMENT_MS)
    const loaded = {
      sent: receiver.received(),
      records: await recordsOf(server),
      at: performance.now(),
      cpu: cpuTime(),
    }
    for (let last = -1; last !== receiver.received(); await sleep(500)) last = receiver.received()
    const drained = receiver.received() - loaded.sent
    const perSecond = drained / ((receiver.lastAt() - loaded.at) / 1_000)
    const cpuUs = ((cpuTime() - loaded.cpu) * 1_000) / drained
    const shares = [shareInTime(before.records, loaded.records), shareInTime(loaded.records, await recordsOf(server))]
    say(
      `  ${made.perSecond.toFixed(0)} payments/s and ${((loaded.sent - before.sent) / ((PAYMENT_MS * 1.2) / 1_000)).toFixed(0)} deliveries/s beside them; then ${drained} waiting ones: ${perSecond.toFixed(0)} a second, ${cpuUs.toFixed(0)} µs of processor time each; recorded within 50 ms ${shares.map((share) => `${(share * 100).toFixed(1)} %`).join(' beside, ')} afterwards`,
    )
    return { perSecond, share: shares[1] as number, cpuUs }
  }
  say('\ndeliveries')
  const rounds: Awaited<ReturnType<typeof round>>[] = []
  for (let nth = 0; nth < ROUNDS; nth++) rounds.push(await round())
  const of = (value: (one: (typeof rounds)[number]) => number): number => median(rounds.map(value))
  say(
    `  medians: ${of((one) => one.perSecond).toFixed(0)} deliveries a second (aim 3000), ${(of((one) => one.share) * 100).toFixed(1)} % recorded within 50 ms of the answer (aim 98), ${of((one) => one.cpuUs).toFixed(0)} µs`,
  )
  await call('DELETE', `/${subscription.id}`)
  receiver.close()
}

interface Records {
  inTime: number
  all: number
}

const recordsOf = async ({ urls }: BenchServer): Promise<Records> => {
  const { port } = new URL(urls.cards)
  const text = await (await fetch(`http://127.0.0.1:${Number(port) + 80}/metrics`)).text()
  const value = (line: string): number =>
    Number(new RegExp(`^vezne_delivery_record_seconds_${line} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
  return { inTime: value(`bucket\\{le="${RECORDED_WITHIN_S}"\\}`), all: value('count') }
}

const shareInTime = (from: Records, to: Records): number => (to.inTime - from.inTime) / Math.max(1, to.all - from.all)
