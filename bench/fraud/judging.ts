/** What judging costs a payment: a hundred typical rules over a thousand different payments, in CPU time of this process. */

import { newId } from '../../src/core/id.ts'
import { money } from '../../src/core/money.ts'
import { Secret } from '../../src/core/secret.ts'
import { packVariables, unpackVariables } from '../../src/fraud/expressions/packed-variables.ts'
import { type PaymentFacts, toPaymentVariables } from '../../src/fraud/expressions/payment-variables.ts'
import { compileRules } from '../../src/fraud/rules/active-rules.ts'
import { evaluateRules } from '../../src/fraud/rules/evaluate-rules.ts'

const RULES = 100
const PAYMENTS = 1_000
const ROUNDS = 100
const NOW = Date.UTC(2026, 10, 21, 9)

/** Shapes of rules as shops write them; every fifth counts. None matches most payments. */
const SHAPES: readonly ((at: number) => unknown)[] = [
  (at) => ({ '>': [{ var: 'velocity.card.1h.count' }, 3 + at] }),
  (at) => ({ '>=': [{ var: 'amount_minor' }, 1_000_000 + at] }),
  (at) => ({
    and: [
      { '!=': [{ var: 'card.country' }, 'TR'] },
      { '<': [{ var: 'time.hour' }, 6] },
      { '>': [{ var: 'amount_minor' }, at] },
    ],
  }),
  (at) => ({ in: [{ var: 'customer.email_domain' }, [`mail${at}.example`, 'temp.example', 'trash.example']] }),
  (at) => ({
    or: [
      { '==': [{ var: 'card.bin' }, String(400_000 + at)] },
      { and: [{ '!=': [{ var: 'customer.ip_country' }, null] }, { '==': [{ var: 'customer.country' }, `X${at}`] }] },
    ],
  }),
  (at) => ({ '>': [{ '+': [{ var: 'velocity.card.24h.amount_minor' }, { var: 'amount_minor' }] }, 90_000_000 + at] }),
  (at) => ({ '<': [500_000 + at, { var: 'amount_minor' }, 600_000 + at] }),
  () => ({ and: [{ missing: ['customer.email', 'customer.phone'] }, { '>': [{ var: 'amount_minor' }, 100_000] }] }),
  (at) => ({ in: [`bot${at}`, { var: ['device.user_agent', ''] }] }),
  (at) => ({ if: [{ var: 'is_3d_secure' }, { '>': [{ var: 'amount_minor' }, 5_000_000 + at] }, false] }),
]

export const benchJudging = (say: (line: string) => void): void => {
  const rules = compileRules(
    Array.from({ length: RULES }, (_, at) => ({
      id: newId(NOW),
      process: 'sanal_pos' as const,
      code: `RULE-${at}`,
      action: 'review' as const,
      expression_json: JSON.stringify(SHAPES[at % SHAPES.length]!(at)),
      is_shadow: false,
    })),
  ).sanal_pos
  const facts = Array.from({ length: PAYMENTS }, (_, at) => factsOf(at))
  const variables = facts.map(toPaymentVariables)
  const packed = variables.map(packVariables)
  say('judging: 100 rules of ten shapes, 20 of them counting; microseconds of CPU a payment')
  say(`  variables of a payment   ${microseconds((at) => toPaymentVariables(facts[at]!)).toFixed(2)}`)
  say(`  verdict of 100 rules     ${microseconds((at) => evaluateRules(rules, variables[at]!)).toFixed(2)}`)
  say(`  pack, ${packed[1]!.length} characters     ${microseconds((at) => packVariables(variables[at]!)).toFixed(2)}`)
  say(`  unpack                   ${microseconds((at) => unpackVariables(packed[at]!)).toFixed(2)}`)
  const all = (at: number) => {
    const read = toPaymentVariables(facts[at]!)
    return [evaluateRules(rules, read), packVariables(read)]
  }
  say(`  all but unpacking        ${microseconds(all).toFixed(2)}`)
}

/** Of one call, after a round that warms up. */
const microseconds = (work: (at: number) => unknown): number => {
  for (let at = 0; at < PAYMENTS; at++) work(at)
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++) for (let at = 0; at < PAYMENTS; at++) work(at)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / (ROUNDS * PAYMENTS)
}

const factsOf = (at: number): PaymentFacts => ({
  id: newId(NOW),
  tenantId: '0198c1f2-7c1e-7a7b-9d52-1f0f6f3b2a11',
  merchantId: '0198c1f2-7c1e-7a7b-9d52-1f0f6f3b2a12',
  merchantExternalId: 'M-100234',
  operation: 'sale',
  channel: 'api',
  amount: money(12_990 + at, 'TRY'),
  installment: 1,
  is3dSecure: at % 2 === 0,
  card: {
    number: new Secret('4546711234567894'),
    fingerprint: Buffer.alloc(32, at),
    bin: '454671',
    last4: '7894',
    scheme: 'Visa',
    type: 'Credit',
    brand: at % 3 === 0 ? null : 'Bonus',
    country: 'TR',
    bankCode: '00062',
  },
  customer: {
    id: `c-${at}`,
    email: `Buyer${at}@Example.com`,
    phone: '+90 (555) 000-1122',
    ip: `85.105.${at % 256}.34`,
    country: 'TR',
    shippingCountry: 'TR',
  },
  device: { fingerprint: `fp_${at}`, userAgent: at % 4 === 0 ? null : 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
  atMs: NOW + at * 1_000,
  counted: { 'velocity.card.1h.count': at % 3, 'velocity.card.24h.amount_minor': at * 100 },
})
