/** A hundred rules such as a tenant might have, twenty of them with velocity; none of them matches the payments of the bench. */
export interface BenchRule {
  process: 'sanal_pos'
  code: string
  name: string
  type: string
  action: string
  priority: number
  expression_json: string
}

const variable = (name: string) => ({ var: name })

const VELOCITIES: readonly [name: string, limit: number][] = [
  ['card.10m.count', 5],
  ['card.1h.count', 8],
  ['card.24h.count', 20],
  ['card.24h.amount_minor', 90_000_000],
  ['card.24h.declined_count', 5],
  ['card.30d.count', 200],
  ['email.1h.count', 10],
  ['email.24h.count', 30],
  ['email.24h.distinct_cards', 5],
  ['email.7d.declined_count', 10],
  ['ip.10m.count', 50],
  ['ip.10m.distinct_cards', 30],
  ['ip.1h.declined_count', 40],
  ['ip.24h.count', 500],
  ['device.1h.count', 10],
  ['device.24h.distinct_cards', 5],
  ['customer.24h.count', 30],
  ['customer.30d.amount_minor', 900_000_000],
  ['merchant.10m.count', 100_000_000],
  ['merchant.24h.amount_minor', 9_000_000_000_000_000],
]

const velocityRules: object[] = VELOCITIES.map(([name, limit]) => ({ '>': [variable(`velocity.${name}`), limit] }))

/** Shapes of rules without velocity, in turn; `n` keeps them apart. */
const PLAIN: readonly ((n: number) => object)[] = [
  (n) => ({ '>=': [variable('amount_minor'), 100_000_000 + n] }),
  (n) => ({ in: [variable('customer.email_domain'), [`mail${n}.example`, `post${n}.example`, `box${n}.example`]] }),
  (n) => ({ and: [{ '!=': [variable('card.country'), 'TR'] }, { '>': [variable('amount_minor'), 20_000 + n] }] }),
  (n) => ({ and: [{ '==': [variable('card.type'), 'Prepaid'] }, { '>=': [variable('installment'), 3 + (n % 9)] }] }),
  (n) => ({ '==': [variable('card.bin'), String(500_000 + n)] }),
  (n) => ({
    and: [
      { '!=': [variable('customer.ip_country'), variable('card.country')] },
      { '!=': [variable('customer.country'), variable('customer.shipping_country')] },
      { '>': [variable('amount_minor'), 50_000_000 + n] },
    ],
  }),
  (n) => ({ and: [{ '<': [variable('time.hour'), 6] }, { '>': [variable('amount_minor'), 30_000_000 + n] }] }),
  (n) => ({ '==': [variable('device.fingerprint'), `stolen-${n}`] }),
]

export const benchRules = (): BenchRule[] => {
  const plain = Array.from({ length: 80 }, (_, n) => (PLAIN[n % PLAIN.length] as (n: number) => object)(n))
  return [...plain, ...velocityRules].map((expression, n) => ({
    process: 'sanal_pos',
    code: `BENCH-${n}`,
    name: `Bench rule ${n}`,
    type: n < plain.length ? 'custom' : 'velocity',
    action: (['challenge', 'review', 'block'] as const)[n % 3] as string,
    priority: 100 + n,
    expression_json: JSON.stringify(expression),
  }))
}
