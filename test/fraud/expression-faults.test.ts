/** Refusals of a rule's expression: path, code and message of every fault; and a stored rule that fails. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../src/core/problem.ts'
import { GrammarFault, parseExpression } from '../../src/fraud/expressions/grammar.ts'
import { validateExpression } from '../../src/fraud/expressions/validate-expression.ts'
import { compileRules } from '../../src/fraud/rules/active-rules.ts'
import { evaluateRules } from '../../src/fraud/rules/evaluate-rules.ts'
import { createRuleFailureReporter } from '../../src/fraud/rules/rule-failures.ts'

const faultsOf = (text: string): string[] => {
  try {
    parseExpression(text)
    return []
  } catch (fault) {
    assert.ok(fault instanceof GrammarFault)
    return fault.faults.map(({ path, code }) => `${path || '.'} ${code}`)
  }
}

// Expression, then path and code of each fault; a dot is the whole text.
const table = `
  {"pow":[1,2]}                                                /pow unknown_value
  {"and":[true,{"=>":[1,2]}]}                                  /and/1/=> unknown_value
  {"__proto__":[1]}                                            /__proto__ unknown_value
  {"!":{"__proto__":[1]}}                                      /!/__proto__ unknown_value
  {"and":[true,{"<":[{"var":"card.bin"},5]}]}                  /and/1/</0 invalid_type
  {"or":[{"var":"card.pan"},{"var":["customer.mail",1]}]}      /or/0/var unknown_value, /or/1/var/0 unknown_value
  {"var":[{"cat":["card",".bin"]}]}                            /var/0 invalid_type
  {"var":["amount_minor","none"]}                              /var/1 invalid_type
  {"var":["is_3d_secure",{"+":[1,2]}]}                         /var/1 invalid_type
  {"var":["card.bin",null]}                                    -
  {"var":["card.bin",{"var":"card.last4"}]}                    -
  {"missing":["card.bin","card.number"]}                       /missing/1 unknown_value
  {"missing":[["card.bin"]]}                                   /missing/0 invalid_type
  {">":["1",2]}                                                />/0 invalid_type
  {">":[{"var":"time.hour"},true]}                             />/1 invalid_type
  {">":[null,1]}                                               -
  {">":[{"if":[{"var":"is_3d_secure"},"a","b"]},1]}            />/0 invalid_type
  {">":[{"if":[{"var":"is_3d_secure"},"a",1]},1]}              -
  {">":[{"or":[{"var":"amount_minor"},"none"]},1]}             -
  {"+":["1",true,[],{"cat":["a"]}]}                            /+/0 invalid_type, /+/1 invalid_type, /+/2 invalid_type, /+/3 invalid_type
  {"/":[1,"x"]}                                                /~1/1 invalid_type
  {"min":[1,{"missing":["card.bin"]}]}                         /min/1 invalid_type
  {"in":["a",1]}                                               /in invalid_type
  {"in":["a",{"==":[1,1]}]}                                    /in invalid_type
  {"in":[4,{"var":"card.bin"}]}                                /in invalid_type
  {"in":[4,{"var":"blacklist.types"}]}                         -
  {"in":[null,{"var":"card.bin"}]}                             -
  {"in":["a",null]}                                            -
  {"in":["a",[{"var":"card.bin"}]]}                            /in/1/0 invalid_type
  {"in":["a",[["a"],[{"cat":["a"]}]]]}                         /in/1/1/0 invalid_type
  {"==":[{"var":"amount_minor"},"15000"]}                      -
  {"==":[1]}                                                   /== mismatch
  {"if":[true,1]}                                              /if mismatch
  {"and":[]}                                                   /and mismatch
  {"!":{"==":[1,1],"!=":[1,1]}}                                /! invalid_format
  {"!":{}}                                                     /! invalid_format
  [1]                                                          . invalid_type
  "a"                                                          . invalid_type
  {"==":[1,1e999]}                                             /==/1 invalid_format
  {"and":[true,{"/":[1,9007199254740993]}]}                    /and/1/~1/1 invalid_format
  {"==":["\\ud800",1]}                                         /==/0 invalid_format
  {"==":["\\u0000",1]}                                         /==/0 invalid_format
  {"==":[1,1],"==":[1,1]}                                      . invalid_format
  {"==":[1,1]}x                                                . invalid_format
  {"==":[1,NaN]}                                               . invalid_format`
for (const line of table.trim().split('\n')) {
  const [, text, expected] = /^\s*(\S+)\s+(.+)$/.exec(line) as unknown as [string, string, string]
  test(`${text}: ${expected}`, () => {
    assert.equal(faultsOf(text).join(', ') || '-', expected)
  })
}

const deep = (levels: number, inside = '1'): string => `${'{"!":'.repeat(levels)}${inside}${'}'.repeat(levels)}`
const texts: [name: string, text: string, faults: string[]][] = [
  ['no text', ' ', ['. invalid_format']],
  ['a byte order mark', '\uFEFF{"==":[1,1]}', ['. invalid_format']],
  ['half of a pair as it is', '{"==":["\ud800",1]}', ['. invalid_format']],
  ['8 kB of brackets that never close', '['.repeat(8192), ['. invalid_format']],
  ['a thousand levels', deep(1_000), [`${'/!'.repeat(10)} out_of_range`]],
  ['an array beyond the last level', deep(8, '[[[1]]]'), [`${'/!'.repeat(8)}/0/0/0 out_of_range`]],
  ['201 nodes', `{"or":[${Array(200).fill('0').join(',')}]}`, ['/or/199 too_many_items']],
  ['more than 8192 bytes', `{"cat":["${'ş'.repeat(4_100)}"]}`, ['. too_long']],
]
for (const [name, text, faults] of texts)
  test(`refused: ${name}`, () => {
    assert.deepEqual(faultsOf(text), faults)
  })

test('minus zero is stored as zero', () => {
  assert.deepEqual(parseExpression('{"==":[-0,1]}'), { '==': [0, 1] })
})

test('at most ten faults are reported, long names shortened', () => {
  const text = JSON.stringify({ or: Array(30).fill({ ['x'.repeat(200)]: 1 }) })
  assert.equal(faultsOf(text).length, 10)
  assert.ok(faultsOf(text)[0]!.length < 100)
})

test('the problem names field, path and how to fix', () => {
  const text = '{"and":[{"var":"card.number"},{"+":["1"]}]}'
  const isTold = (problem: unknown): true => {
    assert.ok(problem instanceof Problem)
    assert.deepEqual([problem.code, problem.status], ['invalid_expression', 422])
    assert.deepEqual(JSON.parse(JSON.stringify(problem.extras.errors)), [
      {
        field: 'expression_json',
        code: 'unknown_value',
        message:
          '/and/0/var: unknown variable "card.number"; known are card.bin, card.last4, card.scheme, card.type, card.brand, card.country, card.bank_code',
      },
      {
        field: 'expression_json',
        code: 'invalid_type',
        message: '/and/1/+/0: "+" takes number, this is text',
      },
    ])
    return true
  }
  assert.throws(() => validateExpression(text), isTold)
})

test('a rule that fails is counted each time and logged once a minute, and the rules behind it decide', () => {
  const rules = compileRules(
    [
      ['MIXED', '{">":[{"+":[{"if":[{"var":"is_3d_secure"},"a",1]},1]},0]}'],
      ['OLD', '{"pow":[1,2]}'],
      ['HIGH', '{">":[{"var":"amount_minor"},10]}'],
    ].map(([code, expression_json]) => ({
      id: code!.toLowerCase(),
      process: 'sanal_pos' as const,
      code: code!,
      action: 'review' as const,
      expression_json: expression_json!,
      is_shadow: false,
    })),
  ).sanal_pos
  const lines: string[] = []
  let now = 0
  const log = { error: (event: string, facts: { code: string }) => lines.push(`${event} ${facts.code}`) }
  const onFault = createRuleFailureReporter({ log, clock: { ms: () => now } } as never)
  const verdict = () => evaluateRules(rules, { is_3d_secure: true, amount_minor: 11 }, onFault)
  assert.deepEqual(verdict(), {
    decision: 'review',
    score: 50,
    reasonCodes: ['rule_error:MIXED', 'rule_error:OLD', 'HIGH'],
    matchedRuleIds: ['high'],
  })
  verdict()
  assert.deepEqual(lines, ['fraud.rule_failed MIXED', 'fraud.rule_failed OLD'])
  now += 60_000
  verdict()
  assert.equal(lines.length, 4)
})
