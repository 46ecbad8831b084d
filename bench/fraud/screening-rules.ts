/** A hundred rules such as a tenant might have, the last twenty with velocity; none of them matches the payments of the bench. */
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

/** Twenty variables each, by how many subjects they count: the cost is one entry and one look-up per subject. */
export const VELOCITIES: Readonly<Record<string, readonly string[]>> = {
  'card, merchant': [
    ...['10m', '1h', '24h', '7d', '30d'].flatMap((window) => [
      ...[`card.${window}.count`, `card.${window}.amount_minor`, `card.${window}.declined_count`],
      `merchant.${window}.count`,
    ]),
  ],
  'card, ip, merchant': [
    ...['10m', '1h', '24h', '7d'].flatMap((window) => [
      ...[`card.${window}.count`, `card.${window}.amount_minor`, `ip.${window}.count`, `ip.${window}.distinct_cards`],
      `merchant.${window}.count`,
    ]),
  ],
  'card, e-mail, ip, device, customer, merchant': [
    ...['card.10m.count', 'card.1h.count', 'card.24h.count', 'card.24h.amount_minor', 'card.24h.declined_count'],
    ...['card.30d.count', 'email.1h.count', 'email.24h.count', 'email.24h.distinct_cards', 'email.7d.declined_count'],
    ...['ip.10m.count', 'ip.10m.distinct_cards', 'ip.1h.declined_count', 'ip.24h.count', 'device.1h.count'],
    ...['device.24h.distinct_cards', 'customer.24h.count', 'customer.30d.amount_minor', 'merchant.10m.count'],
    'merchant.24h.amount_minor',
  ],
}
const NEVER_REACHED = 9_000_000_000_000_000

const velocityRules = (names: readonly string[]): object[] =>
  names.map((name) => ({ '>': [variable(`velocity.${name}`), NEVER_REACHED] }))

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

const RULES = 100

export const benchRules = (velocities: readonly string[]): BenchRule[] => {
  const plain = Array.from({ length: RULES - velocities.length }, (_, n) =>
    (PLAIN[n % PLAIN.length] as (n: number) => object)(n),
  )
  return [...plain, ...velocityRules(velocities)].map((expression, n) => ({
    process: 'sanal_pos',
    code: `BENCH-${n}`,
    name: `BankControl rule ${n}`,
    type: n < plain.length ? 'custom' : 'velocity',
    action: (['challenge', 'review', 'block'] as const)[n % 3] as string,
    priority: 100 + n,
    expression_json: JSON.stringify(expression),
  }))
}
