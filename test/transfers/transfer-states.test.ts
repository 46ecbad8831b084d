/** States of a transfer, every state and every trigger: an unlisted transition cannot happen. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edgeFor } from '../../src/core/state-machine.ts'
import { TRANSFER_STATES, type TransferTrigger, transferMachine } from '../../src/transfers/model/transfer-states.ts'

const TRIGGERS: readonly TransferTrigger[] = [
  'approve',
  'reject',
  'reject_alert',
  'send',
  'repeat',
  'deliver',
  'complete',
  'fail',
]

const EDGES = `
  pending     approve       approved
  pending     reject        rejected
  pending     reject_alert  rejected
  approved    send          processing
  processing  repeat        processing
  processing  deliver       delivered
  processing  complete      completed   transfer.succeeded
  processing  fail          failed      transfer.failed
  delivered   complete      completed   transfer.succeeded`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

for (const from of TRANSFER_STATES)
  test(`from ${from}`, () => {
    for (const trigger of TRIGGERS) {
      const listed = EDGES.find(([state, by]) => state === from && by === trigger)
      const edge = edgeFor(transferMachine, from, trigger)
      assert.deepEqual(edge && [edge.to, ...edge.emits], listed?.slice(2), trigger)
    }
  })

test('three states are the end', () => {
  const ends = TRANSFER_STATES.filter((state) => Object.keys(transferMachine[state]).length === 0)
  assert.deepEqual(ends, ['completed', 'failed', 'rejected'])
})
