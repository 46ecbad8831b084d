/** States of a recurring transfer, every state and every trigger: an unlisted transition cannot happen. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edgeFor } from '../../src/core/state-machine.ts'
import { PLAN_STATES, type PlanTrigger, planMachine } from '../../src/transfers/recurring/plan-states.ts'

const TRIGGERS: readonly PlanTrigger[] = ['pause', 'resume', 'end', 'cancel']

const EDGES = `
  active  pause   paused
  active  end     completed
  active  cancel  cancelled
  paused  resume  active
  paused  cancel  cancelled`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

for (const from of PLAN_STATES)
  test(`from ${from}`, () => {
    for (const trigger of TRIGGERS) {
      const listed = EDGES.find(([state, by]) => state === from && by === trigger)
      const edge = edgeFor(planMachine, from, trigger)
      assert.deepEqual(edge && [edge.to, ...edge.emits], listed?.slice(2), trigger)
    }
  })
