/** What a hundred fraud rules, twenty of them with velocity, add to a payment: in turn with none, in the same run. */
import { randomInt } from 'node:crypto'
import pg from 'pg'
import { cpuTimeOf } from '../cpu-time.ts'
import { load } from '../load.ts'
import { paymentRequest } from '../payments.ts'
import type { BenchServer } from '../server.ts'
import { benchRules } from './screening-rules.ts'

const CONNECTIONS = 64
const ROUNDS = 5

interface Round {
  perSecond: number
  /** Processor time of program and database a payment, microseconds. */
  cpuUs: number
}

export const benchScreening = async (
  server: BenchServer,
  durationMs: number,
  say: (line: string) => void,
): Promise<void> => {
  const owner = new pg.Client(server.databaseUrl)
  await owner.connect()
  await createRules(server)
  const cpuTime = cpuTimeOf(server)
  const measure = async (isActive: boolean): Promise<Round> => {
    await owner.query(`update fraud_rules set is_active = $1 where code like 'BENCH-%'`, [isActive])
    const token = await server.token()
    const before = cpuTime()
    const result = await load({
      url: server.urls.cards,
      connections: CONNECTIONS,
      durationMs,
      next: () => paymentRequest({ cardsUrl: server.urls.cards, token }, shopper()),
    })
    const others = Object.entries(result.statuses).filter(([status]) => status !== '200')
    if (others.length > 0) say(`  other answers: ${JSON.stringify(Object.fromEntries(others))}`)
    // The warm-up of the load, a fifth, is in the processor time and not in the count.
    return {
      perSecond: result.perSecond,
      cpuUs: ((cpuTime() - before) * 1_000) / (result.perSecond * (durationMs / 1_000) * 1.2),
    }
  }
  await measure(true) // both ways are warm
  await measure(false)
  const pairs: { off: Round; on: Round }[] = []
  for (let round = 0; round < ROUNDS; round++) pairs.push({ off: await measure(false), on: await measure(true) })
  await owner.end()
  say(
    `\n100 rules, 20 with velocity, ${CONNECTIONS} connections, ${ROUNDS} rounds in turn with no rules (the built-in one stays)`,
  )
  const off = median(pairs.map((pair) => pair.off.cpuUs))
  const added = median(pairs.map((pair) => pair.on.cpuUs - pair.off.cpuUs))
  say(
    `  without: ${median(pairs.map((pair) => pair.off.perSecond)).toFixed(0)}/s, ${off.toFixed(0)} µs of processor time a payment`,
  )
  say(
    `  with:    ${median(pairs.map((pair) => pair.on.perSecond)).toFixed(0)}/s, ${added.toFixed(0)} µs more a payment (${((added / off) * 100).toFixed(1)} %)`,
  )
}

const createRules = async (server: BenchServer): Promise<void> => {
  const token = await server.token()
  for (const rule of benchRules()) {
    const answer = await fetch(`${server.urls.fraud}/api/v1/fraud/rules`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(rule),
    })
    if (!answer.ok) throw new Error(`rule ${rule.code}: ${answer.status} ${await answer.text()}`)
  }
}

/** One of 50,000 shoppers with a card, an address, a device and an e-mail of their own. */
export const shopper = (): object => {
  const n = randomInt(50_000)
  return {
    card: { holder_name: 'AYSE YILMAZ', number: cardNumber(n), expire_month: '12', expire_year: '2030', cvv: '000' },
    buyer: {
      id: `C-${n}`,
      name: 'Ayşe',
      surname: 'Yılmaz',
      email: `shopper${n}@example.com`,
      phone: '+905551112233',
      ip_address: `85.99.${(n >> 8) & 255}.${n & 255}`,
    },
    extra_properties: { device_fingerprint: `device-${n}` },
  }
}

/** Of a BIN the simulated bank knows, with its check digit. */
const cardNumber = (n: number): string => {
  const body = `454671${String(100_000_000 + n)}`
  const sum = [...body].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
