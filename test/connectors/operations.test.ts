/** Captures, voids and refunds of every connector with a bank behind it: done, refused, lost, and the bank's record of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaymentOperationType } from '../../src/connectors/attempt.ts'
import { money } from '../../src/core/money.ts'
import { LINE_FAULTS, nameOf, saidBy } from '../support/bank-faults.ts'
import { openBankRig, wiredConnectors } from '../support/bank-rig.ts'
import { use } from '../support/use.ts'

const rig = use(openBankRig)

for (const connector of wiredConnectors) {
  const { family, capabilities } = connector

  const isHolding = capabilities.operations.pre_auth !== undefined
  const charges = isHolding ? (['sale', 'pre_auth'] as const) : (['sale'] as const)

  /** A hold that was captured in part; where a bank has no holds, a sale of the same amount. */
  const taken = async () => {
    if (!isHolding) {
      const attempt = rig.attempt(connector, { amount: money(10_000, 'TRY') })
      return { attempt, outcome: await connector.start(attempt, rig.context()) }
    }
    const { attempt, outcome } = await rig.approved(connector, 'pre_auth')
    const capture = rig.followUp(attempt, outcome, 'capture', 10_000)
    assert.equal(saidBy(await connector.inquireOperation!(capture, rig.context())), 'not_found')
    assert.equal(saidBy(await connector.operate!(capture, rig.context())), 'approved')
    assert.equal(saidBy(await connector.inquireOperation!(capture, rig.context())), 'approved')
    return { attempt, outcome }
  }

  test(`${family}: partial capture, consecutive refunds, and the bank's own record of them`, async () => {
    const { attempt, outcome } = await taken()
    for (const [minor, refunded] of [
      [2_500, 0],
      [1_500, 2_500],
    ] as const) {
      const refund = rig.followUp(attempt, outcome, 'refund', minor, { captured: 10_000, refunded })
      assert.equal(saidBy(await connector.inquireOperation!(refund, rig.context())), 'not_found')
      assert.equal(saidBy(await connector.operate!(refund, rig.context())), 'approved')
      assert.equal(saidBy(await connector.inquireOperation!(refund, rig.context())), 'approved')
    }
    const excess = rig.followUp(attempt, outcome, 'refund', 6_001, { captured: 10_000, refunded: 4_000 })
    assert.notEqual(saidBy(await connector.operate!(excess, rig.context())), 'approved')
    assert.equal(saidBy(await connector.inquireOperation!(excess, rig.context())), 'not_found')
    assert.equal(await rig.net(connector, attempt), 6_000)

    const order = await connector.lookUp!(attempt as never, rig.context())
    assert.ok(order !== 'not_found')
    // InterPOS and Kuveyt Türk sum the order up, without movements, and InterPOS without what the hold and the card were.
    const isSummary = order.isSummary === true
    assert.deepEqual(
      [order.state, order.amount.minor, order.captured, order.refunded],
      ['captured', isSummary ? 10_000 : 14_990, 10_000, 4_000],
    )
    assert.equal(order.maskedCardNumber, family === 'interpos' ? null : '454671******7894')
    if (isSummary) return assert.deepEqual(order.movements, [])
    const movements = order.movements.filter(({ bankCode }) => bankCode === '00')
    assert.deepEqual(
      movements.slice(0, 2).map(({ operation, amount }) => [operation, amount]),
      [
        ['pre_auth', 14_990],
        ['capture', 10_000],
      ],
    )
    const refunds = movements.slice(2).map(({ operation, amount }) => `${operation} ${amount}`)
    assert.deepEqual(refunds.sort(), ['refund 1500', 'refund 2500']) // within one second: in any order
  })

  test(`${family}: same-day voids; later a decline, and a refund instead`, async () => {
    for (const operation of charges) {
      const { attempt, outcome } = await rig.approved(connector, operation)
      const undo = rig.followUp(attempt, outcome, 'void', 14_990)
      assert.equal(saidBy(await connector.inquireOperation!(undo, rig.context())), 'not_found')
      assert.equal(saidBy(await connector.operate!(undo, rig.context())), 'approved')
      assert.equal(saidBy(await connector.inquireOperation!(undo, rig.context())), 'approved')
      assert.equal(await rig.net(connector, attempt), 0)
    }
    const { attempt, outcome } = await rig.approved(connector)
    await rig.bank.control.endDay()
    const late = rig.followUp(attempt, outcome, 'void', 14_990)
    // The code of Akbank, of InterPOS and of iyzico for it is not known, so the record decides.
    const isCodeKnown = !['akbank', 'interpos', 'iyzico'].includes(family)
    assert.match(saidBy(await connector.operate!(late, rig.context())), isCodeKnown ? /^declined / : /^unknown/)
    assert.equal(saidBy(await connector.inquireOperation!(late, rig.context())), 'not_found')
    const refund = rig.followUp(attempt, outcome, 'refund', 14_990)
    assert.equal(saidBy(await connector.operate!(refund, rig.context())), 'approved')
    assert.equal(await rig.net(connector, attempt), 0)
  })

  test(`${family}: a refund pending at the bank resolves nothing`, async () => {
    const { attempt, outcome } = await rig.approved(connector)
    const refund = rig.followUp(attempt, outcome, 'refund', 5_000)
    await rig.arm(attempt, { kind: 'refund_pending', parameters: { hours: 24 } }, 'refund')
    await connector.operate!(refund, rig.context())
    // What the record of Kuveyt Türk shows of it is not known.
    const shown = family === 'kuveyt' ? 'not_found' : 'no_answer'
    assert.equal(saidBy(await connector.inquireOperation!(refund, rig.context())), shown)
    await rig.advance(25 * 3_600)
    assert.equal(saidBy(await connector.inquireOperation!(refund, rig.context())), 'approved')
  })

  for (const [fault, moved, told] of LINE_FAULTS.filter(
    ([{ kind }]) => !['slow', 'duplicate_reference'].includes(kind),
  ))
    test(`${family} capture, void, refund: ${nameOf(fault)}: ${told.source}, and the bank's record resolves it`, async () => {
      const cases: [PaymentOperationType, 'sale' | 'pre_auth', number][] = [
        ['capture', 'pre_auth', 14_990],
        ['void', 'sale', 14_990],
        ['refund', 'sale', 1_000],
      ]
      for (const [operation, of, minor] of cases.filter(([operation]) => capabilities.operations[operation])) {
        const { attempt, outcome } = await rig.approved(connector, of)
        const followUp = rig.followUp(attempt, outcome, operation, minor)
        await rig.arm(attempt, fault, operation)
        assert.match(saidBy(await connector.operate!(followUp, rig.context())), told, operation)
        const observed = saidBy(await connector.inquireOperation!(followUp, rig.context()))
        assert.equal(observed, moved ? 'approved' : 'not_found', operation)
      }
    })
}
