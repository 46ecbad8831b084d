/** One shopper in many spellings: blanks, case and forms of an address lead past no rule that names or counts it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { use } from '../support/use.ts'
import { atLeast, freshCard, openVelocityShop, passedOf } from '../support/velocity-shop.ts'

const shop = use(openVelocityShop)

/** How many of the payments such a rule lets through, one after the other. */
const passed = async (expression: object, buyers: readonly object[]): Promise<number> => {
  const drop = await shop.rule(expression, 'block')
  const answers = []
  for (const buyer of buyers) answers.push(await shop.pay({ card: freshCard(), buyer }))
  await drop()
  return passedOf(answers)
}

test('velocity counts an address once, however it is written', async () => {
  const spellings: [subject: string, member: string, values: string[]][] = [
    [
      'email',
      'email',
      ['counted@shop.example', ' counted@shop.example', 'counted@shop.example ', 'COUNTED@Shop.example'],
    ],
    [
      'ip',
      'ip_address',
      ['203.0.113.9', ' 203.0.113.9', '::ffff:203.0.113.9', '::FFFF:cb00:7109', '0:0:0:0:0:ffff:cb00:7109'],
    ],
    ['ip', 'ip_address', ['2001:db8::1', '2001:DB8::1', '2001:db8:0:0::1', '2001:0db8::0001 ']],
  ]
  for (const [subject, member, values] of spellings) {
    const buyers = values.map((value) => ({ [member]: value }))
    assert.equal(await passed(atLeast(`velocity.${subject}.1h.count`, 1), buyers), 1, `${subject} ${values[0]}`)
  }
})

test('a rule that names an address reads it without blanks, in lower case, and its domain too', async () => {
  const named = [
    { '==': [{ var: 'customer.email' }, 'named@bad.example'] },
    { '==': [{ var: 'customer.email_domain' }, 'bad.example'] },
    { '==': [{ var: 'customer.ip' }, '203.0.113.7'] },
  ]
  for (const expression of named) {
    const buyers = [
      { email: 'Named@BAD.example ', ip_address: '203.0.113.7' },
      { email: '\u00a0named@bad.example', ip_address: ' ::ffff:203.0.113.7' },
    ]
    assert.equal(await passed(expression, buyers), 0, JSON.stringify(expression))
  }
})
