/** The log: stable lines, no secrets by key, no card numbers anywhere, ids unharmed. */
import assert from 'node:assert/strict'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { loggedEvents, OF_OTHERS } from '../../scripts/pages/logs-part.ts'
import { readTexts } from '../../scripts/pages/read-texts.ts'
import { luhnDigit } from '../../src/core/card-number.ts'
import { maskCardNumbers } from '../../src/core/card-numbers-in-text.ts'
import { newEventId, newId } from '../../src/core/id.ts'
import { createCountedFaults } from '../../src/infra/process/log/counted-faults.ts'
import { LOG_EVENTS } from '../../src/infra/process/log/log-events.ts'
import { toText } from '../../src/infra/process/log/log-text.ts'
import { createLog, type LogFields, maskedTotal } from '../../src/infra/process/log.ts'
import { openLogTarget } from '../../src/infra/process/log-target.ts'
import { makeScratch } from '../support/scratch.ts'

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

test('for people: time, level, event and facts, a stack below; texts with blanks in quotes', () => {
  let line = ''
  const target = { write: (given: string) => (line += toText(given)) }
  createLog('info', target).warn('thing.failed', { payment_id: 'p1', why: 'no way', err: new RangeError('too far') })
  assert.match(line, /^\d{4}-\S+Z WARN {2}thing\.failed payment_id=p1 why="no way" err="too far"\n +at /)
})

test('for people: no value moves the cursor of a terminal, and no error looks like an event of its own', () => {
  let line = ''
  const target = { write: (given: string) => (line += toText(given)) }
  const error = new Error('no such file\n2026-01-01T00:00:00Z INFO  payment.approved amount=1')
  createLog('info', target).warn('thing.failed', { name: '\u001b[2J\u009b1A\u202e', list: ['\u009b'], err: error })
  assert.doesNotMatch(line.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u)
  assert.doesNotMatch(line, /^2026-01-01/m)
  assert.match(line, /name="\\u001b\[2J\\u009b1A\\u202e"/)
})

test('a fault that comes again is told once, then with how often it came', () => {
  const told: LogFields[] = []
  const faults = createCountedFaults((facts) => told.push(facts))
  for (const reference of ['1', '2', '3']) faults.note('bank', { reference })
  faults.note('another', { reference: '4' })
  assert.deepEqual(told, [{ reference: '1' }, { reference: '4' }])
  faults.tell()
  assert.deepEqual(told.slice(2), [{ reference: '3', repeats: 2 }])
  faults.tell()
  faults.note('bank', { reference: '5' })
  assert.deepEqual(told.slice(3), [{ reference: '5' }])
  faults.stop()
})

test('a file that is moved away is made again, and no line is lost', async () => {
  const folder = makeScratch('vezne-log-')
  const path = join(folder, 'vezne.log')
  const log = createLog('info', openLogTarget(path))
  log.info('thing.first')
  await log.flush()
  renameSync(path, `${path}.1`)
  log.info('thing.between')
  process.emit('SIGHUP')
  log.info('thing.later')
  await log.flush()
  const eventsIn = (file: string): string[] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line).event as string]))
  assert.deepEqual([...eventsIn(`${path}.1`), ...eventsIn(path)], ['thing.first', 'thing.between', 'thing.later'])
  assert.ok(eventsIn(path).includes('thing.later'))
  rmSync(folder, { recursive: true })
})

test('every event of the code is in the list with its meaning, and none that is not', () => {
  const logged = loggedEvents(readTexts('src/**/*.ts'))
  assert.deepEqual([...logged.keys()].toSorted(), Object.keys(LOG_EVENTS).toSorted())
  const code = [...readTexts('src/**/*.ts')].filter(([path]) => !path.endsWith('log-events.ts')).map(([, text]) => text)
  for (const event of Object.keys(OF_OTHERS))
    assert.ok(code.join('\n').includes(`'${event}'`), `${event} is logged nowhere`)
})
