/** What a hundred fraud rules add to a payment, with and without velocity: in turn with none, in the same run. */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Compared, compareInTurn, openTurns } from '../in-turn.ts'
import type { BenchServer } from '../server.ts'
import { type BenchRule, benchRules, VELOCITIES } from './screening-rules.ts'

const ROUNDS = 3

export const benchScreening = async (
  server: BenchServer,
  durationMs: number,
  say: (line: string) => void,
): Promise<void> => {
  const owner = new pg.Client(server.databaseUrl)
  await owner.connect()
  await owner.query(
    `update realms set plan_id = (select plan_id from realms where slug = 'tenant-load') where slug = 'tenant-other'`,
  )
  const turn = openTurns({ server, owner, durationMs, say })
  const withRules = () => turn('tenant-load', shopper)
  /** On the same plan, with no rule but the built-in one. */
  const without = () => turn('tenant-other', shopper)
  say(`\n100 rules, in turn with none; processor time of program and database a payment`)
  for (const [subjects, velocities] of [['none', []] as const, ...Object.entries(VELOCITIES)]) {
    await owner.query(`update fraud_rules set is_active = false, is_deleted = true where code like 'BENCH-%'`)
    await createRules(server, benchRules(velocities))
    await withRules() // the first payment of a new rule sees to it that the past is counted
    await filled(owner)
    say(
      `  ${velocities.length} with velocity (subjects: ${subjects}): ${wordsOf(await compareInTurn(ROUNDS, without, withRules))}`,
    )
  }
  await owner.end()
}

const wordsOf = ({ off, on, addedUs }: Compared): string =>
  `${addedUs.toFixed(0)} µs more than ${off.cpuUs.toFixed(0)} µs (${((addedUs / off.cpuUs) * 100).toFixed(1)} %); ${on.perSecond.toFixed(0)} against ${off.perSecond.toFixed(0)} payments/s`

/** Waits until the checks of the past are filled in: that is done once a rule, and not by payments. */
const filled = async (owner: pg.Client): Promise<void> => {
  const isOpen = `select 1 from fraud_counted where filled_at is null`
  while ((await owner.query(isOpen)).rows.length > 0) await sleep(200)
}

const createRules = async (server: BenchServer, rules: readonly BenchRule[]): Promise<void> => {
  const token = await server.token()
  for (const rule of rules) {
    const answer = await fetch(`${server.urls.fraud}/api/v1/fraud/rules`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(rule),
    })
    if (!answer.ok) throw new Error(`rule ${rule.code}: ${answer.status} ${await answer.text()}`)
  }
}

/** One of 200,000 shoppers with a card, an address, a device and an e-mail of their own. */
export const shopper = (): object => {
  const n = randomInt(200_000)
  return {
    card: { holder_name: 'AYSE YILMAZ', number: cardNumber(n), expire_month: '12', expire_year: '2030', cvv: '000' },
    buyer: {
      id: `C-${n}`,
      name: 'Ayşe',
      surname: 'Yılmaz',
      email: `shopper${n}@example.com`,
      phone: '+905551112233',
      ip_address: `85.${96 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`,
    },
    extra_properties: { device_fingerprint: `device-${n}` },
  }
}

/** Of a BIN of the simulated bank, with its check digit. */
const cardNumber = (n: number): string => {
  const body = `454671${String(100_000_000 + n)}`
  const sum = [...body].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}
