/** Webhook deliveries a second to a fast local receiver, measured on their own: events first, then the receiver opens. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { benchPayments } from './payments.ts'
import type { BenchServer } from './server.ts'

const PAYMENT_MS = 4_000

export const benchDeliveries = async (server: BenchServer, say: (line: string) => void): Promise<void> => {
  const token = await server.token()
  const arrivals: number[] = []
  const receiver = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      arrivals.push(performance.now())
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${server.urls.cards}/api/v1/webhook-subscriptions${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const subscription = (await (await call('POST', '', { url, events: ['*'] })).json()) as { id: string }
  const made = await benchPayments({ cardsUrl: server.urls.cards, token }, 64, PAYMENT_MS)
  const duringLoad = arrivals.length
  const stoppedAt = performance.now()
  for (let last = -1; last !== arrivals.length; ) {
    last = arrivals.length
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const drained = arrivals.length - duringLoad
  const seconds = ((arrivals.at(-1) ?? stoppedAt) - stoppedAt) / 1000
  say(`\ndeliveries: ${made.perSecond.toFixed(0)} payments/s made while ${duringLoad} deliveries went out;`)
  say(
    `  then ${drained} waiting ones in ${seconds.toFixed(1)} s: ${(drained / seconds).toFixed(0)} deliveries a second`,
  )
  await call('DELETE', `/${subscription.id}`)
  receiver.closeAllConnections()
  receiver.close()
}
