/** Calls to banks: error classification, deadlines, and a breaker that opens, waits, and allows one trial call. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outcome } from '../../src/connectors/attempt.ts'
import { createBankCalls } from '../../src/connectors/call/call-bank.ts'
import { createRegistry } from '../../src/connectors/registry.ts'
import { dispatchBudgetMs } from '../../src/connectors/transport/dispatch-deadline.ts'
import { type ClockReading, LEASE_S, readClocks } from '../../src/infra/database/lease-age.ts'
import { attemptOf, configurationOf, connectorThat, NO_LINE, simbankParts } from '../support/attempts.ts'

const NUMBER = '4539578763621486'
const clock = { ms: () => 1_750_000_000_000, now: () => new Date(1_750_000_000_000) }
const callsOf = () => createBankCalls({ clock, onFault: () => undefined })
const approved: Outcome = {
  kind: 'approved',
  bankCode: '00',
  references: { providerTransactionId: 'P', authCode: '1', hostReference: '2' },
}
const errorOf = (facts: object): Error => Object.assign(new Error('4539578763621486'), facts)

const faults: [name: string, error: unknown, kind: Outcome['kind'], code: string][] = [
  ['unknown name', errorOf({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), 'not_sent', 'not_reached'],
  ['refused', errorOf({ code: 'ECONNREFUSED', syscall: 'connect' }), 'not_sent', 'not_reached'],
  ['refused, as fetch reports it', errorOf({ cause: errorOf({ code: 'ECONNREFUSED' }) }), 'not_sent', 'not_reached'],
  [
    'refused at every address',
    new AggregateError([errorOf({ code: 'ECONNREFUSED' }), errorOf({ code: 'ENETUNREACH' })]),
    'not_sent',
    'not_reached',
  ],
  [
    'refused at one address, cut at the other',
    new AggregateError([errorOf({ code: 'ECONNREFUSED' }), errorOf({ code: 'ECONNRESET' })]),
    'unknown',
    'no_answer',
  ],
  ['connect timed out', errorOf({ code: 'ETIMEDOUT', syscall: 'connect' }), 'not_sent', 'not_reached'],
  ['read timed out', errorOf({ code: 'ETIMEDOUT', syscall: 'read' }), 'unknown', 'no_answer'],
  ['bad certificate', errorOf({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'not_sent', 'not_reached'],
  ['reset', errorOf({ code: 'ECONNRESET' }), 'unknown', 'no_answer'],
  ['closed while sending', errorOf({ code: 'EPIPE' }), 'unknown', 'no_answer'],
  ['unreadable answer', new SyntaxError('Unexpected token < 4539578763621486'), 'unknown', 'no_answer'],
  ['no error at all', 'nonsense', 'unknown', 'no_answer'],
]
for (const [name, error, kind, code] of faults)
  test(`${name}: ${kind}`, async () => {
    const calls = callsOf()
    const connector = connectorThat(() => Promise.reject(error))
    const { outcome } = await calls.send(connector, attemptOf(NUMBER), readClocks())
    assert.ok(outcome.kind === 'not_sent' || outcome.kind === 'unknown')
    assert.equal(outcome.kind, kind)
    assert.equal(outcome.fault.providerCode, code)
    assert.equal(outcome.fault.isOurs, true)
    assert.equal(JSON.stringify(outcome).includes(NUMBER), false)
    assert.equal((await calls.inquire(connector, attemptOf(NUMBER))).observation.kind, 'no_answer')
  })

test('a bank that does not respond in time leaves the outcome unknown, and its late response changes nothing', async () => {
  const late: (() => void)[] = []
  const connector = connectorThat(async (_attempt, context) => {
    const exchange = {
      method: 'POST',
      endpoint: 'x',
      requestHeaders: '',
      requestBody: '',
      responseHeaders: null,
      responseBody: null as string | null,
      statusCode: null,
      startedAt: 1,
      answeredAt: null,
    }
    context.logExchange(exchange)
    await new Promise<void>((resolve) => void late.push(resolve))
    exchange.responseBody = 'late'
    return approved
  })
  const answer = await callsOf().send(connector, attemptOf(NUMBER), readClocks())
  assert.deepEqual(answer.outcome, {
    kind: 'unknown',
    fault: { providerCode: 'no_answer', providerMessage: 'no answer within 50 ms', isOurs: true },
  })
  late.forEach((wake) => void wake())
  await new Promise(setImmediate)
  assert.equal(answer.exchanges[0]?.responseBody, null)
})

const failing: Outcome = { kind: 'not_sent', fault: { providerCode: 'x', providerMessage: 'x' } }
const declined = (countsForBreaker?: boolean): Outcome => ({
  kind: 'declined',
  fault: { providerCode: '96', providerMessage: 'x' },
  references: { providerTransactionId: null, authCode: null, hostReference: null },
  ...(countsForBreaker === undefined ? {} : { countsForBreaker }),
})

const counting: [name: string, outcome: Outcome, opens: boolean][] = [
  ['not sent', failing, true],
  ['unknown', { kind: 'unknown', fault: failing.fault }, true],
  ['unknown that does not count', { kind: 'unknown', fault: failing.fault, countsForBreaker: false }, false],
  ['declined', declined(), false],
  ['declined that counts', declined(true), true],
  ['approved', approved, false],
]
for (const [name, outcome, opens] of counting)
  test(`breaker: three times ${name} ${opens ? 'opens' : 'leaves it closed'}`, async () => {
    const calls = callsOf()
    const connector = connectorThat(async () => outcome)
    const states: string[] = []
    for (let call = 0; call < 3; call++)
      states.push((await calls.send(connector, attemptOf(NUMBER), readClocks())).breaker)
    assert.deepEqual(states, ['closed', 'closed', opens ? 'open' : 'closed'])
    assert.equal((await calls.send(connector, attemptOf(NUMBER), readClocks())).wasRefused, opens)
  })

test('breaker: open for 30 seconds, then one trial call decides', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_750_000_000_000 })
  const calls = callsOf()
  let next: Promise<Outcome> = Promise.resolve(failing)
  const connector = connectorThat(() => next)
  const attempt = attemptOf(NUMBER)
  const state = () => calls.breakerState(attempt.configuration)
  for (let call = 0; call < 3; call++) await calls.send(connector, attempt, readClocks())
  assert.equal(state(), 'open')
  assert.equal(calls.breakerState(configurationOf({ id: 'another' })), 'closed')

  t.mock.timers.setTime(1_750_000_029_999)
  const refused = await calls.send(connector, attempt, readClocks())
  assert.deepEqual([refused.wasRefused, refused.outcome.kind, refused.exchanges.length], [true, 'not_sent', 0])

  t.mock.timers.setTime(1_750_000_030_000)
  assert.equal(state(), 'half_open')
  assert.equal((await calls.send(connector, attempt, readClocks())).breaker, 'open') // the trial failed: 30 seconds more

  t.mock.timers.setTime(1_750_000_060_000)
  const trial = Promise.withResolvers<Outcome>()
  next = trial.promise
  const trying = calls.send(connector, attempt, readClocks())
  assert.equal((await calls.send(connector, attempt, readClocks())).wasRefused, true) // one trial at a time
  trial.resolve(approved)
  assert.equal((await trying).breaker, 'closed')
})

test('a success between failures resets the count', async () => {
  const calls = callsOf()
  const outcomes = [failing, failing, approved, failing, failing]
  const connector = connectorThat(async () => outcomes.shift() ?? approved)
  for (let call = 0; call < 5; call++)
    assert.equal((await calls.send(connector, attemptOf(NUMBER), readClocks())).breaker, 'closed')
})

const ANSWERS_WITHIN_MS = 30_000
const pausedFor = (ms: number, ...clocks: (keyof ClockReading)[]): ClockReading => {
  const now = readClocks()
  return { ...now, ...Object.fromEntries(clocks.map((clock) => [clock, now[clock] - ms])) }
}
const pauses: [name: string, leasedAt: () => ClockReading, isSent: boolean][] = [
  ['just prepared', () => readClocks(), true],
  ['busy for two seconds', () => pausedFor(2_000, 'monotonic', 'wall', 'sinceBoot'), true],
  ['stopped for a minute', () => pausedFor(60_000, 'monotonic', 'wall', 'sinceBoot'), false],
  ['suspended: the monotonic clock stood still', () => pausedFor(60_000, 'wall', 'sinceBoot'), false],
  ['suspended, and nobody has set the wall clock yet', () => pausedFor(60_000, 'sinceBoot'), false],
  ['frozen from outside: the wall clock alone was set', () => pausedFor(60_000, 'wall'), false],
  ['the wall clock was set back', () => ({ ...readClocks(), wall: Date.now() + 60_000 }), true],
]
for (const [name, leasedAt, isSent] of pauses)
  test(`${name}: an attempt is ${isSent ? 'sent, or reversed' : 'neither sent nor reversed'}`, async () => {
    const faults: string[] = []
    const calls = createBankCalls({ clock, onFault: (event) => void faults.push(event) })
    let called = 0
    const bank = connectorThat(async () => {
      called++
      return approved
    })
    const capabilities = { ...bank.capabilities, callDeadlineMs: ANSWERS_WITHIN_MS, inquiryDeadlineMs: 10_000 }
    const reverse = async () => {
      called++
      return 'reversed' as const
    }
    const connector = { ...bank, capabilities, reverse }
    const { outcome } = await calls.send(connector, attemptOf(NUMBER), leasedAt())
    assert.equal(outcome.kind, isSent ? 'approved' : 'not_sent')
    const { reversal } = await calls.reverse(connector, attemptOf(NUMBER), leasedAt())
    assert.equal(reversal, isSent ? 'reversed' : 'no_answer')
    assert.equal(called, isSent ? 2 : 0)
    assert.deepEqual(faults, isSent ? [] : ['bank.too_old'])
    // It is not a fault of the bank.
    for (let call = 0; call < 4; call++) await calls.send(connector, attemptOf(NUMBER), leasedAt())
    assert.equal(calls.breakerState(attemptOf(NUMBER).configuration), 'closed')
  })

test('paused after the call has begun: the last check is right before the first byte', async (t) => {
  const looks: boolean[] = []
  const connector = connectorThat(async (_attempt, context) => {
    looks.push(context.mayDispatch())
    const later = Date.now() + 60_000
    t.mock.method(Date, 'now', () => later)
    looks.push(context.mayDispatch())
    return approved
  })
  await callsOf().send(connector, attemptOf(NUMBER), readClocks())
  assert.deepEqual(looks, [true, false])
})

test('every connector leaves time between its preparation and its first byte, and ends before its lease expires', () => {
  for (const { family, capabilities } of createRegistry({ httpClient: NO_LINE, simbank: simbankParts() }).connectors)
    for (const deadlineMs of [capabilities.callDeadlineMs, capabilities.inquiryDeadlineMs]) {
      const budgetMs = dispatchBudgetMs(deadlineMs)
      assert.ok(budgetMs >= 3_000, `${family}: ${budgetMs} ms`)
      assert.ok(budgetMs + deadlineMs < LEASE_S * 1_000)
    }
})
