/** Scenarios of several requests: the full life cycle of a payment, 3-D Secure at the bank simulator, and the cost of the transport. */
import { type Form, formIn } from '../test/support/three-d.ts'
import { cpuTimeOf } from './cpu-time.ts'
import { openLine, runStories, type StoryResult } from './line.ts'
import { benchPayments, paymentBody, writeRequest } from './payments.ts'
import type { BenchServer } from './server.ts'

type Say = (line: string) => void
const CYCLE_LANES = [1, 16, 64]
const CHALLENGE_LANES = [1, 16]
const WIRE_CONNECTIONS = [1, 16, 64]

const head = (first: string): string =>
  [first.padStart(12), 'a second', 'p50 ms', 'p95 ms', 'p99 ms'].map((cell) => cell.padStart(12)).join('')
const line = (first: string, { perSecond, p50, p95, p99 }: StoryResult): string =>
  [first, perSecond.toFixed(0), p50.toFixed(1), p95.toFixed(1), p99.toFixed(1)]
    .map((cell) => cell.padStart(12))
    .join('')

const expect = (answer: { status: number; text: string }, status: number): string => {
  if (answer.status !== status) throw new Error(`${status} expected: ${answer.text}`)
  return answer.text
}
const idIn = (text: string): string => /"transaction_id":"([^"]+)"/.exec(text)?.[1] ?? ''

/** pre_auth, capture, two refunds of a half: four operations, eight durable writes. */
export const benchCycles = async (server: BenchServer, durationMs: number, say: Say): Promise<void> => {
  say('\npre-authorization, capture and two refunds, one after another')
  say(head('lanes'))
  const cpuTime = cpuTimeOf(server)
  let cycleUs = 0
  for (const lanes of CYCLE_LANES) {
    const token = await server.token()
    const spent = cpuTime()
    let cycles = 0
    const result = await runStories(lanes, durationMs, async () => {
      const cards = await openLine(server.urls.cards)
      const write = (path: string, json: string) => cards.ask(writeRequest({ path: `/api/v1${path}`, token, json }))
      return {
        close: cards.close,
        async story() {
          const body = paymentBody(0, { operation_type: 'pre_auth', ...APPROVED })
          const id = idIn(expect(await write('/payments', body), 200))
          expect(await write(`/payments/${id}/capture`, '{}'), 200)
          for (let half = 0; half < 2; half++) expect(await write(`/payments/${id}/refund`, '{"amount":7500}'), 200)
          cycles++
        },
      }
    })
    say(line(String(lanes), result))
    cycleUs = ((cpuTime() - spent) * 1_000) / cycles
  }
  const spent = cpuTime()
  const target = { cardsUrl: server.urls.cards, token: await server.token() }
  const { perSecond } = await benchPayments(target, CYCLE_LANES.at(-1) as number, durationMs)
  const paymentUs = ((cpuTime() - spent) * 1_000) / (perSecond * (durationMs / 1_000) * 1.2)
  say(
    `processor time of a cycle at the most lanes ${cycleUs.toFixed(0)} µs, of a payment ${paymentUs.toFixed(0)} µs: ${(cycleUs / paymentUs).toFixed(1)} payments (aim 3.2)`,
  )
}

/** The bank simulator decides by the last two digits of an amount: this one it approves. */
const APPROVED = { amount: { amount: 15_000, currency: 'TRY' } }

/** The same sale by the bank inside the program and by NestPay on the wire. */
export const benchWire = async (server: BenchServer, durationMs: number, say: Say): Promise<void> => {
  const token = await server.token()
  const connector_configuration_id = await nestpayConfiguration(server, token)
  say('\nsales by the bank inside the program, and by NestPay over the wire to the bank simulator')
  say(head('bank'))
  for (const connections of WIRE_CONNECTIONS) {
    const target = { cardsUrl: server.urls.cards, token: await server.token() }
    say(line(`inside ${connections}`, await benchPayments(target, connections, durationMs, APPROVED)))
    const wired = await benchPayments(target, connections, durationMs, {
      ...APPROVED,
      extra_properties: { connector_configuration_id },
    })
    say(line(`nestpay ${connections}`, wired))
    if (Object.keys(wired.statuses).some((status) => status !== '200'))
      say(`  answers: ${JSON.stringify(wired.statuses)}`)
  }
}

/** Init, the form to the bank's gateway, its challenge page, the callback with the authorization. */
export const benchChallenges = async (server: BenchServer, durationMs: number, say: Say): Promise<void> => {
  const token = await server.token()
  const connector_configuration_id = await nestpayConfiguration(server, token)
  say('\n3D Secure from init to the redirect back to the shop, NestPay over the wire')
  say(head('lanes'))
  for (const lanes of CHALLENGE_LANES) {
    const result = await runStories(lanes, durationMs, async () => {
      const cards = await openLine(server.urls.cards)
      const bank = await openLine(server.urls.bank)
      const json = paymentBody(0, {
        ...APPROVED,
        return_url: 'http://127.0.0.1:9/back',
        extra_properties: { connector_configuration_id },
      })
      return {
        close() {
          cards.close()
          bank.close()
        },
        async story() {
          const path = '/api/v1/payments/3d/init'
          const started = JSON.parse(bodyOf(expect(await cards.ask(writeRequest({ path, token, json })), 200)))
          const gateway = await bank.ask(formRequest(formIn(started.extra_properties.html_content)))
          const page =
            gateway.location === undefined ? gateway : await bank.ask(getRequest(`${gateway.location}?auto=ok`))
          expect(await cards.ask(formRequest(formIn(page.text))), 303)
        },
      }
    })
    say(line(String(lanes), result))
  }
}

const nestpayConfiguration = async (server: BenchServer, token: string): Promise<string> => {
  const answer = await fetch(`${server.urls.cards}/api/v1/connector-configurations?page_size=100`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const page = (await answer.json()) as { items: { id: string; connector_code: string }[] }
  const found = page.items?.find(({ connector_code }) => connector_code === 'NEST_PAY')
  if (found === undefined) throw new Error('no configuration of NEST_PAY')
  return found.id
}

const bodyOf = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4)

const formRequest = ({ action, fields }: Form): Buffer => {
  const { pathname, search } = new URL(action)
  const body = new URLSearchParams(fields).toString()
  return Buffer.from(
    `POST ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
}
const getRequest = (path: string): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
