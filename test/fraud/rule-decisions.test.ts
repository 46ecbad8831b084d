/** The operators of rule expressions, what the grammar refuses, and how matches become a decision. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { money } from '../../src/core/money.ts'
import { Secret } from '../../src/core/secret.ts'
import { compileExpression } from '../../src/fraud/expressions/compile.ts'
import { isTrue } from '../../src/fraud/expressions/operators.ts'
import { toPaymentVariables, type Variables } from '../../src/fraud/expressions/payment-variables.ts'
import { compileRules } from '../../src/fraud/rules/active-rules.ts'
import { evaluateRules } from '../../src/fraud/rules/evaluate-rules.ts'

const EXAMPLES = [
  ['VIP', 'approve', '{"in":[{"var":"customer.email"},["vip@example.com"]]}'],
  ['HIGH-AMOUNT', 'review', '{">=":[{"var":"amount_minor"},1000000]}'],
  ['CARD-VELOCITY', 'challenge', '{">":[{"var":"velocity.card.1h.count"},3]}'],
  ['CARD-DAY-SUM', 'review', '{">":[{"+":[{"var":"velocity.card.24h.amount_minor"},{"var":"amount_minor"}]},2500000]}'],
  ['FOREIGN-NIGHT', 'challenge', '{"and":[{"!=":[{"var":"card.country"},"TR"]},{"<":[{"var":"time.hour"},6]}]}'],
  [
    'CARD-TESTING',
    'block',
    '{"and":[{">=":[{"var":"velocity.ip.10m.distinct_cards"},5]},{"<":[{"var":"amount_minor"},5000]}]}',
  ],
] as const
const rulesFrom = (rows: readonly (readonly [string, string, string])[], shadow: readonly string[] = []) =>
  compileRules(
    rows.map(([code, action, expression_json]) => ({
      id: code.toLowerCase(),
      process: 'sanal_pos' as const,
      code,
      action: action as 'approve',
      expression_json,
      is_shadow: shadow.includes(code),
    })),
  ).sanal_pos

const plain: Variables = {
  amount_minor: 15_000,
  'card.country': 'TR',
  'time.hour': 14,
  'customer.email': 'a@example.com',
}
const fourth = { amount_minor: 1_200_000, 'velocity.card.1h.count': 5, 'velocity.card.24h.amount_minor': 1_400_000 }

const worked: [input: Variables, reasons: string[], matched: string[], score: number, decision: string][] = [
  [{}, [], [], 0, 'approve'],
  [{ amount_minor: 1_500_000 }, ['HIGH-AMOUNT'], ['high-amount'], 50, 'review'],
  [
    { 'velocity.card.1h.count': 4, 'card.country': 'DE', 'time.hour': 3 },
    ['CARD-VELOCITY', 'FOREIGN-NIGHT'],
    ['card-velocity', 'foreign-night'],
    50,
    'challenge',
  ],
  [
    fourth,
    ['HIGH-AMOUNT', 'CARD-VELOCITY', 'CARD-DAY-SUM'],
    ['high-amount', 'card-velocity', 'card-day-sum'],
    100,
    'review',
  ],
  [
    { amount_minor: 1_000, 'velocity.ip.10m.distinct_cards': 5, 'velocity.card.1h.count': 9 },
    ['CARD-VELOCITY', 'CARD-TESTING'],
    ['card-velocity', 'card-testing'],
    100,
    'block',
  ],
  [{ ...fourth, 'customer.email': 'vip@example.com' }, [], ['vip'], 0, 'approve'],
]
worked.forEach(([input, reasonCodes, matchedRuleIds, score, decision], at) => {
  test(`worked example ${at + 1}: ${decision}`, () => {
    assert.deepEqual(evaluateRules(rulesFrom(EXAMPLES), { ...plain, ...input }), {
      decision,
      score,
      reasonCodes,
      matchedRuleIds,
    })
  })
})

test('a shadow rule is noted and decides nothing, not even the end', () => {
  const rules = rulesFrom(
    [
      ['S', 'block', '{"==":[1,1]}'],
      ['R', 'review', '{"==":[1,1]}'],
    ],
    ['S'],
  )
  assert.deepEqual(evaluateRules(rules, plain), {
    decision: 'review',
    score: 50,
    reasonCodes: ['shadow:S', 'R'],
    matchedRuleIds: ['r'],
  })
})

test('an expression that fails does not match and leaves a note', () => {
  const rules = rulesFrom([
    ['BAD', 'block', '{">":[{"+":["a",1]},0]}'],
    ['BROKEN', 'block', 'nonsense'],
  ])
  const { decision, reasonCodes } = evaluateRules(rules, plain)
  assert.deepEqual([decision, reasonCodes], ['approve', ['rule_error:BAD', 'rule_error:BROKEN']])
})

// Expression over amount_minor 15000, card.country TR, customer.email a@example.com, everything else null: is it true, or does it fail?
const operators = `
  {"==":[{"var":"amount_minor"},15000]}                     true
  {"==":[{"var":"amount_minor"},"15000"]}                   false
  {"===":[{"var":"customer.ip"},null]}                      true
  {"==":[{"var":"customer.ip"},0]}                          false
  {"==":[{"var":"customer.ip"},false]}                      false
  {"!=":[{"var":"customer.ip"},"TR"]}                       true
  {"!==":[1,1]}                                             false
  {"==":[["a",1],["a",1]]}                                  true
  {"var":"customer.ip"}                                     false
  {"var":["customer.ip","none"]}                            true
  {"var":["card.country","DE"]}                             true
  {"<":[{"var":"installment"},1]}                           false
  {">=":[{"var":"installment"},0]}                          false
  {"<":[{"if":[true,"1",1]},2]}                             false
  {"<":[1,2,3]}                                             true
  {"<":[1,3,2]}                                             false
  {"<=":[1,1,2]}                                            true
  {">":[3,2,1]}                                             true
  {"<":[1,{"var":"installment"},3]}                         false
  {"and":[1,"x",[0]]}                                       true
  {"and":[1,[],true]}                                       false
  {"or":[0,"",[],null,false]}                               false
  {"or":[0,"a"]}                                            true
  {"!":[{"var":"blacklist.types"}]}                         true
  {"!":{"var":"card.country"}}                              false
  {"!!":[[0]]}                                              true
  {"!!":[""]}                                               false
  {"if":[false,1,0,2,3]}                                    true
  {"if":[false,1,true,0,3]}                                 false
  {"in":["exam",{"var":"customer.email"}]}                  true
  {"in":[{"var":"card.country"},["DE","TR"]]}               true
  {"in":[1,["1"]]}                                          false
  {"in":[{"var":"customer.ip"},[null]]}                     false
  {"in":["a",{"var":"customer.ip"}]}                        false
  {"==":[{"+":[1,null,2]},3]}                               true
  {"==":[{"*":[2,null]},0]}                                 true
  {"==":[{"*":[2,3,4]},24]}                                 true
  {"==":[{"-":[5,3]},2]}                                    true
  {"==":[{"-":[5]},-5]}                                     true
  {"==":[{"/":[1,0]},null]}                                 true
  {"==":[{"%":[7,0]},null]}                                 true
  {"==":[{"%":[7,4]},3]}                                    true
  {"==":[{"/":[1,null]},null]}                              true
  {"==":[{"min":[3,null,1]},1]}                             true
  {"==":[{"max":[3,null,1]},3]}                             true
  {"==":[{"max":[null]},null]}                              true
  {"==":[{"missing":["customer.ip","card.country"]},["customer.ip"]]}  true
  {"missing":["card.country"]}                              false
  {"==":[{"cat":["a",1,true]},"a1true"]}                    true
  {"==":[{"cat":["a",null,{"var":"customer.ip"},"b"]},"ab"]}  true
  {"==":[{"+":[{"var":"installment"}]},0]}                  true
  {"==":[{"*":[{"var":"installment"},5]},0]}                true
  {"==":[{"-":[{"var":"installment"}]},null]}               true
  {"==":[{"-":[{"var":"installment"},1]},null]}             true
  {"==":[{"%":[{"var":"installment"},2]},null]}             true
  {"==":[{"%":[-7,4]},-3]}                                  true
  {"==":[{"+":[0.1,0.2]},0.3]}                              false
  {"==":[{"/":[9007199254740991,1e-300]},null]}             true
  {"==":[{"min":[{"if":[true,"a",1]},2]},2]}                true
  {"+":[{"if":[true,"a",1]},2]}                             error
  {"and":[false,{"+":[{"if":[true,"a",1]},2]}]}             false
  {"or":[true,{"+":[{"if":[true,"a",1]},2]}]}               true
  {"if":[false,{"+":[{"if":[true,"a",1]},2]},7]}            true
  {"==":[{"and":[1,"x",3]},3]}                              true
  {"==":[{"and":[1,"",3]},""]}                              true
  {"==":[{"and":[1,null,3]},null]}                          true
  {"==":[{"or":[0,"",[]]},[]]}                              true
  {"==":[{"or":[null,"x"]},"x"]}                            true
  {"in":[null,[null,1]]}                                    false
  {"in":["a",null]}                                         false
  {"in":["",{"var":"card.country"}]}                        true
  {"in":["tr",{"var":"card.country"}]}                      false
  {"in":[[1],[[1],2]]}                                      true
  {"in":[true,[1,"true"]]}                                  false
  {"==":[[],[]]}                                            true
  {"==":[[1],["1"]]}                                        false
  {"==":[null,false]}                                       false
  {"==":[{"missing":"velocity.card.1h.count"},[]]}          true
  {"==":[{"var":"velocity.card.1h.count"},0]}               true
  {"==":[{"var":"blacklist.hit"},false]}                    true`
for (const line of operators.trim().split('\n')) {
  const [, text, expected] = /^\s*(\S+)\s+(true|false|error)$/.exec(line) as unknown as [string, string, string]
  test(`${text} is ${expected}`, () => {
    const evaluate = () => compileExpression(text)({ ...plain, 'blacklist.hit': false, 'blacklist.types': [] })
    if (expected === 'error') assert.throws(evaluate, TypeError)
    else assert.equal(evaluate(), expected === 'true')
  })
}

test('truth', () => {
  for (const value of [false, null, 0, '', []]) assert.equal(isTrue(value), false, JSON.stringify(value))
  for (const value of [true, 1, -1, '0', ' ', [0], [[]]]) assert.equal(isTrue(value), true, JSON.stringify(value))
})

const nested = (depth: number): string => `${'{"!":['.repeat(depth)}1${']}'.repeat(depth)}`
test('the limits themselves pass', () => {
  assert.ok(compileExpression(nested(9)))
  assert.ok(compileExpression(`{"or":[${Array(199).fill('0').join(',')}]}`))
  assert.ok(compileExpression(`{"!!":["${'x'.repeat(8192 - 11)}"]}`))
})

test('variables of a payment: lower case, digits, the domain, Istanbul time', () => {
  const variables = toPaymentVariables({
    id: 'p',
    tenantId: 't',
    merchantId: 'm',
    merchantExternalId: 'M-1',
    operation: 'sale',
    channel: 'api',
    amount: money(100, 'TRY'),
    installment: 1,
    is3dSecure: false,
    card: {
      number: new Secret('4546711234567894'),
      fingerprint: Buffer.alloc(32),
      bin: '454671',
      last4: '7894',
      scheme: 'Visa',
      type: 'Credit',
      brand: 'Bonus',
      country: 'TR',
      bankCode: '00901',
    },
    customer: {
      id: 'c',
      email: 'Ada@Example.COM',
      phone: '+90 (555) 000-11',
      ip: null,
      country: 'TR',
      shippingCountry: null,
    },
    device: { fingerprint: null, userAgent: null },
    atMs: Date.parse('2026-05-10T22:30:00Z'), // a Sunday; in Istanbul it is Monday, half past one
  })
  const seen = [
    'customer.email',
    'customer.email_domain',
    'customer.phone',
    'time.hour',
    'time.weekday',
    'card.bin',
  ].map((name) => variables[name])
  assert.deepEqual(seen, ['ada@example.com', 'example.com', '9055500011', 1, 1, '454671'])
})
