/** The meaning of every kind of answer of every bank: approved, declined, unknown, or not sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outcome } from '../../src/connectors/attempt.ts'
import { money } from '../../src/core/money.ts'
import { contextOf, followUpOf } from '../support/attempts.ts'
import { saidBy } from '../support/bank-faults.ts'
import { type Script, startScriptedBank } from '../support/scripted-bank.ts'
import { openFamilies } from './families/families.ts'
import { attemptAt, NUMBER, ORDER } from './families/family.ts'

const { families, bankThat } = openFamilies()

for (const [connector, cases] of families) {
  const { family } = connector
  const { approval, refusal, unknownOrder } = cases
  const whole = approval(ORDER)
  const start = async (script: Script): Promise<Outcome> =>
    connector.start(attemptAt(connector, (await bankThat(script)).url), contextOf().context)

  const everywhere: typeof cases.outcomes = [
    ['approval of this order', whole, 'approved', '00'],
    ['HTTP 500', { status: 500, body: whole }, 'unknown', 'no_answer'],
    ['HTTP 502', { status: 502, body: whole }, 'unknown', 'no_answer'],
    ['HTTP 503 with a decline', { status: 503, body: refusal(ORDER) }, 'unknown', 'no_answer'],
    ['HTTP 302', { status: 302, body: '' }, 'unknown', 'no_answer'],
    ['HTTP 404', { status: 404, body: 'nothing here' }, 'unknown', 'no_answer'],
    ['HTML', { contentType: 'text/html', body: '<!doctype html><title>Bakim</title>' }, 'unknown', 'no_answer'],
    ['HTML without a type', { body: '<html><body>bakim</body></html>' }, 'unknown', 'no_answer'],
    ['nothing', '', 'unknown', 'no_answer'],
    ['half of the answer', whole.slice(0, whole.length >> 1), 'unknown', 'no_answer'],
    ['half of the answer, then cut', { half: whole }, 'unknown', 'no_answer'],
    ['cut', 'reset', 'unknown', 'no_answer'],
  ]
  // By a name of the order only where there is one.
  const named: typeof cases.outcomes = [['approval of another order', approval('V0190'), 'unknown', '00']]
  const outcomes = [...everywhere, ...(cases.namesNoOrder ? [] : named), ...cases.outcomes]
  for (const [name, script, kind, code] of outcomes)
    test(`${family}, ${name}: ${kind} ${code}`, async () => {
      const bank = await bankThat(script)
      const { context, exchanges } = contextOf()
      const outcome = await connector.start(attemptAt(connector, bank.url), context)
      assert.equal(outcome.kind, kind)
      assert.equal(outcome.kind === 'approved' ? outcome.bankCode : outcome.fault.providerCode, code)
      assert.deepEqual([bank.received.length, exchanges.length], [1, 1])
      assert.ok(exchanges[0]!.endpoint.startsWith(bank.url))
      for (const secret of [NUMBER, ...cases.secret])
        assert.equal(JSON.stringify(exchanges).includes(secret), false, secret)
    })

  test(`${family}: an unavailable issuer or a duplicate order id is not a fault of the gateway; its own system is`, async () => {
    for (const [counts, scripts] of cases.breaker)
      for (const script of scripts) {
        const outcome = await start(script)
        assert.ok(outcome.kind === 'unknown')
        assert.equal(outcome.countsForBreaker, counts, JSON.stringify(script))
      }
  })

  test(`${family}: no response in time, connection refused, no address, no credentials`, async () => {
    const hanging = await bankThat('hang')
    const stop = new AbortController()
    const waiting = connector.start(attemptAt(connector, hanging.url), { ...contextOf().context, signal: stop.signal })
    setImmediate(function look() {
      if (hanging.received.length === 0) setImmediate(look)
      else stop.abort()
    })
    assert.equal((await waiting).kind, 'unknown')

    const gone = await startScriptedBank(() => '')
    await gone.close()
    const said = async (attempt: ReturnType<typeof attemptAt>) => {
      const outcome = await connector.start(attempt, contextOf().context)
      return outcome.kind === 'approved' ? 'approved' : `${outcome.kind} ${outcome.fault.providerCode}`
    }
    assert.equal(await said(attemptAt(connector, gone.url)), 'not_sent not_reached')
    assert.equal(await said(attemptAt(connector, null)), 'not_sent not_configured')
    assert.equal(await said(attemptAt(connector, 'https://vpos.example.com/fim/api')), 'not_sent not_configured')
    const { configuration, ...attempt } = attemptAt(connector, gone.url)
    for (const name of Object.keys(configuration.secrets).filter((each) => each !== 'secretKey')) {
      const secrets = { ...configuration.secrets, [name]: undefined } as typeof configuration.secrets
      const bare = { ...attempt, configuration: { ...configuration, secrets } }
      assert.equal(await said(bare), 'not_sent not_configured', name)
      assert.equal(connector.checkSettings!(bare.configuration).length, 1, name)
    }
    assert.deepEqual(connector.checkSettings!(configuration), [])
    for (const [changes, field] of cases.faultySettings) {
      const faulty = { ...configuration, ...changes }
      assert.equal(await said({ ...attempt, configuration: faulty }), 'not_sent not_configured', field)
      assert.ok(
        connector.checkSettings!(faulty).some((fault) => fault.field === field),
        field,
      )
    }
  })

  test(`${family}: nothing is sent for what it does not declare`, async () => {
    const bank = await bankThat(whole)
    const { currencies, installmentsMax, installmentCounts, operations } = connector.capabilities
    const foreign = ['TRY', 'USD', 'EUR', 'GBP', 'JPY'].find((each) => !currencies.includes(each))!
    const unoffered: Parameters<typeof attemptAt>[2][] = [
      { amount: money(14_990, foreign) },
      { installments: installmentsMax + 1 },
      ...(installmentCounts ? [{ installments: 4 }] : []),
      ...(['none', '3d_secure', '3d_pay', '3d_host'] as const)
        .filter((model) => !operations.sale?.includes(model))
        .map((model) => ({ model })),
      ...(operations.pre_auth ? [] : [{ operation: 'pre_auth' as const }]),
    ]
    for (const changes of unoffered) {
      const outcome = await connector.start(attemptAt(connector, bank.url, changes), contextOf().context)
      assert.ok(outcome.kind === 'not_sent' && outcome.fault.providerCode === 'not_configured')
    }
    assert.equal(bank.received.length, 0)
  })

  const questions: typeof cases.inquiries = [
    ['no such order', unknownOrder(ORDER), 'not_found', 'not_found'],
    ['HTTP 500', { status: 500, body: unknownOrder(ORDER) }, 'no_answer', 'no_answer'],
    ['HTML', { body: '<html></html>' }, 'no_answer', 'no_answer'],
    ['cut', 'reset', 'no_answer', 'no_answer'],
  ]
  const another: typeof cases.inquiries = [
    ['no such order, of another order', unknownOrder('V0190'), 'no_answer', 'no_answer'],
  ]
  const inquiries = [...questions, ...(cases.namesNoOrder ? [] : another), ...cases.inquiries]
  for (const [name, script, sale, preAuth] of inquiries)
    test(`${family}, inquiry: ${name} is ${sale}, of a pre-authorization ${preAuth}`, async () => {
      const { url } = typeof script === 'function' ? await bankThat(script) : await bankThat(script)
      const seen: string[] = []
      for (const operation of ['sale', 'pre_auth'] as const)
        seen.push(saidBy(await connector.inquire(attemptAt(connector, url, { operation }), contextOf().context)))
      assert.deepEqual(seen, [sale, preAuth])
    })

  for (const [name, scripts, result] of [['cut', ['reset'], 'no_answer'] as const, ...cases.reversals])
    test(`${family}, reversal: ${name}: ${result}`, async () => {
      const { url } = await bankThat(...scripts)
      assert.equal(await connector.reverse!(attemptAt(connector, url), contextOf().context), result)
    })

  for (const [operation, [captured, refunded], name, script, kind] of cases.followUps)
    test(`${family}, ${operation} after ${captured} and ${refunded}: ${name}: ${kind}`, async () => {
      const { url } = await bankThat(script)
      const followUp = followUpOf(operation, attemptAt(connector, url), { captured, refunded })
      assert.equal((await connector.inquireOperation!(followUp, contextOf().context)).kind, kind)
    })
}
