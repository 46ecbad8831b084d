/** The state tables are the law: no statement and no step names the state it leads to by itself, and every trigger is taken somewhere. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { MACHINES } from '../../scripts/pages/states-page.ts'
import { edgeFor, findTarget, type Machine } from '../../src/core/state-machine.ts'
import { literalTargets, unusedTriggers } from '../support/state-targets.ts'

const TARGETS = new Set(
  MACHINES.flatMap(([, , machine]) =>
    Object.values(machine).flatMap((edges) => Object.values(edges).flatMap((edge) => edge?.to ?? [])),
  ),
)
/** Whatever has states of a table. Tenants and merchants have none; banks speak of states of their own. */
const SOURCES = new Map(
  globSync('src/{chargebacks,checkout,fraud,payments,reconciliations,recurring,settlements,transfers,webhooks}/**/*.ts')
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('-states.ts'))
    .map((path) => [path, readFileSync(path, 'utf8')]),
)

test('no target of a transition is written as a literal', () => {
  const found = [...SOURCES].flatMap(([path, text]) => literalTargets(text, TARGETS).map((each) => `${path}: ${each}`))
  assert.deepEqual(found, [])
})

const planted: [text: string, found: string[]][] = [
  ["tx.execute(`update transfers t set status = 'approved', at = $2 where t.id = $1`)", ["status = 'approved'"]],
  ["`update payments set at = $1,\n  status = 'failed' from x`", ["status = 'failed'"]],
  ["`... do nothing), a as (update fraud_alerts a set status = 'expired' from c)`", ["status = 'expired'"]],
  [
    "`update x set state = case when a then b else 'dropped' end from y`",
    ["state = case when a then b else 'dropped' end"],
  ],
  ["step: { to: 'approved', at: nowMs }", ["to: 'approved'"]],
  ["updateTable('transfers', { id, status: 'created' }, { status: 'approved' })", ["status: 'approved'"]],
  ["{ to_status: isDone ? 'completed' : 'failed' }", ["to_status: isDone ? 'completed' : 'failed'"]],
  ["payment.status = isCleared ? 'processing' : 'created'", ["payment.status = isCleared ? 'processing' : 'created'"]],
  // Reads, types, new rows, comments, and targets from a table.
  ["`update payments set at = $1 where status = 'failed' and x`", []],
  ["updateTable('transfers', { id, status: 'approved' }, { status })", []],
  ["`select a from b where d.state = 'delivered' and d.status = 'failed'`", []],
  ["interface Row {\n  to: 'approved' | 'rejected'\n}", []],
  ["{ to: 'created' }", []],
  ["{ status: findTarget(operationMachine, isAccepted ? 'accept' : 'refuse') }", []],
  ["// set status = 'failed'\n/** to: 'approved' */", []],
  [`update transfers set status = '\${APPROVED}' where id = $1`, []],
  [`update c set status = case s.status when '\${ACCEPTED}' then '\${APPROVED}' else '\${FAILED}' end from s`, []],
  ["if (payment.status === 'completed') return", []],
]
for (const [text, found] of planted)
  test(`targets in ${text}`, () => assert.deepEqual(literalTargets(text, TARGETS), found))

for (const [title, source, machine] of MACHINES)
  test(`${title}: every trigger is taken`, () => {
    assert.deepEqual(unusedTriggers(machine, source, SOURCES), [])
  })

const door: Machine<'open' | 'shut' | 'gone', 'close' | 'take' | 'burn', never> = {
  open: { close: { to: 'shut', emits: [] }, take: { to: 'gone', emits: [] } },
  shut: { take: { to: 'gone', emits: [] }, burn: { to: 'gone', emits: [] } },
  gone: {},
}
test('a trigger that no file of its surface names is found', () => {
  const sources = new Map([
    ['src/doors/a.ts', "edgeFor(door, status, 'close')"],
    ['src/others/a.ts', "edgeFor(other, status, 'burn')"],
    ['src/doors/b.ts', "// 'burn'\nconst TRIGGERS = { door: 'take' }"],
  ])
  assert.deepEqual(unusedTriggers(door, 'src/doors/model/door-states.ts', sources), ['burn'])
})

test('the target of a trigger, wherever it is taken from', () => {
  assert.equal(findTarget(door, 'take'), 'gone')
  assert.equal(edgeFor(door, 'shut', 'close'), undefined)
  const split: Machine<'a' | 'b', 'move', never> = {
    a: { move: { to: 'b', emits: [] } },
    b: { move: { to: 'a', emits: [] } },
  }
  assert.throws(() => findTarget(split, 'move'), /move does not lead to one state/)
  assert.throws(() => findTarget(split, 'gone' as 'move'), /gone does not lead to one state/)
})
