/** States of a recurring transfer, every state and every trigger: an unlisted transition cannot happen. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edgeFor } from '../../src/core/state-machine.ts'
import {
  RECURRING_TRANSFER_STATES,
  type RecurringTransferTrigger,
  recurringTransferMachine,
} from '../../src/transfers/recurring/recurring-transfer-states.ts'

const TRIGGERS: readonly RecurringTransferTrigger[] = ['pause', 'resume', 'end', 'cancel']

const EDGES = `
  active  pause   paused
  active  end     completed
  active  cancel  cancelled
  paused  resume  active
  paused  cancel  cancelled`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

for (const from of RECURRING_TRANSFER_STATES)
  test(`from ${from}`, () => {
    for (const trigger of TRIGGERS) {
      const listed = EDGES.find(([state, by]) => state === from && by === trigger)
      const edge = edgeFor(recurringTransferMachine, from, trigger)
      assert.deepEqual(edge && [edge.to, ...edge.emits], listed?.slice(2), trigger)
    }
  })
