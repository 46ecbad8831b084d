/** The log: stable lines, no secrets by key, no card numbers anywhere, ids unharmed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { luhnDigit } from '../../src/core/card-number.ts'
import { maskCardNumbers } from '../../src/core/card-numbers-in-text.ts'
import { newEventId, newId } from '../../src/core/id.ts'
import { createLog, type LogFields, maskedTotal } from '../../src/infra/process/log.ts'

const CARD = '4546711234567894'

const logged = (facts: LogFields): Record<string, unknown> => {
  let line = ''
  createLog('info', { write: (text) => (line += text) }).info('thing.done', facts)
  assert.match(line, /^\{.*\}\n$/)
  return JSON.parse(line)
}
const masked = async (): Promise<number> => (await maskedTotal.get()).values[0]?.value ?? 0

test('a line names its event, its time and its facts', () => {
  const line = logged({ payment_id: 'p1', duration_ms: 12 })
  assert.equal(line.event, 'thing.done')
  assert.equal(line.level, 'info')
  assert.match(String(line.time), /^\d{4}-\d\d-\d\dT/)
  assert.deepEqual([line.payment_id, line.duration_ms], ['p1', 12])
})

const hidden = [
  'authorization',
  'Authorization',
  'client_secret',
  'clientSecret',
  'secret',
  'password',
  'cvv',
  'cvc',
  'card',
  'card_number',
  'cardNumber',
  'access_token',
  'refresh_token',
  'pan',
  'cookie',
  'master_key',
  'apiKey',
  'private_key',
]
for (const key of hidden)
  test(`the value of ${key} is not logged, however deep`, () => {
    const text = JSON.stringify(logged({ [key]: 'SENSITIVE', deep: { list: [{ [key]: 'SENSITIVE' }] } }))
    assert.ok(!text.includes('SENSITIVE'), text)
  })

test('an error keeps message and code, but not the database’s row values', () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(SENSITIVE) already exists.',
  })
  const line = logged({ err: error }) as { err: { message: string; code: string } }
  assert.deepEqual([line.err.message, line.err.code], ['duplicate key', '23505'])
  assert.ok(!JSON.stringify(line).includes('SENSITIVE'))
})

test('the last filter masks a card number in any value and counts it', async () => {
  const before = await masked()
  const line = logged({ note: `paid with ${CARD}`, amount: Number(CARD), spaced: '4546 7112 3456 7894' })
  assert.equal(line.note, 'paid with 454671******7894')
  assert.ok(!JSON.stringify(line).replace(/[ -]/g, '').includes(CARD))
  assert.equal(await masked(), before + 1)
})

test('a cycle and a number too large for JSON do not fail the log', () => {
  const circle: Record<string, unknown> = { big: 10n }
  circle.self = circle
  assert.equal(logged(circle).big, '10')
})

test('whatever the spacing and context, at most first six and last four stay', () => {
  const digits = fc
    .integer({ min: 12, max: 18 })
    .chain((length) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }))
  const around = fc.constantFrom('', ' ', '"', '=', '>', '&', 'x', '\n', ':', 'é')
  const gap = fc.constantFrom('', ' ', '-')
  fc.assert(
    fc.property(digits, gap, around, around, (body, between, left, right) => {
      const number = body.join('') + luhnDigit(body.join(''))
      const shown = maskCardNumbers(left + number.split('').join(between) + right)
      const middle = number.slice(6, -4)
      assert.equal(shown, `${left}${number.slice(0, 6)}${'*'.repeat(middle.length)}${number.slice(-4)}${right}`)
    }),
    { numRuns: 5_000 },
  )
})

test('ids are never taken for card numbers', () => {
  for (let count = 0; count < 20_000; count++) {
    for (const id of [newId(Date.now()), newEventId(), crypto.randomUUID(), crypto.randomUUID().replaceAll('-', '')])
      assert.equal(maskCardNumbers(`{"id":"${id}"}`), `{"id":"${id}"}`)
  }
})
