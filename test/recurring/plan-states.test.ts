/** States of a card plan and of its installments, every state and every trigger: an unlisted transition cannot happen. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Machine } from '../../src/core/state-machine.ts'
import { installmentMachine, recurringPlanMachine } from '../../src/recurring/model/recurring-plan-states.ts'

const EDGES = {
  plan: `
    active     complete      completed  subscription.completed
    active     fail          failed
    active     cancel        cancelled  subscription.cancelled`,
  installment: `
    pending    charge        completed  subscription.charged
    pending    give_up       error      subscription.failed
    pending    withdraw      cancelled
    completed  reverse       cancelled  subscription.charge.reversed
    completed  report_error  error      subscription.charge.failed`,
}
const MACHINES: Record<keyof typeof EDGES, Machine<string, string, string>> = {
  plan: recurringPlanMachine,
  installment: installmentMachine,
}

for (const kind of ['plan', 'installment'] as const)
  test(`every transition of ${kind === 'plan' ? 'a plan' : 'an installment'} is listed`, () => {
    const found = Object.entries(MACHINES[kind]).flatMap(([from, edges]) =>
      Object.entries(edges).map(([trigger, edge]) => [from, trigger, edge!.to, ...edge!.emits].join(' ')),
    )
    const listed = EDGES[kind]
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).join(' '))
    assert.deepEqual(found.toSorted(), listed.toSorted())
  })
