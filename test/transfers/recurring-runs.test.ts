/** Recurring transfers over months: each run once, whatever dies, waits or is switched off in between. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { findDayKind } from '../../src/reference/transfer-rules/working-days.ts'
import {
  createPlan,
  DAY_MS,
  newRecipient,
  noneDue,
  PLANS,
  planOf,
  readPlan,
  runsOf,
  setActive,
  soon,
  switchPlan,
  transfersOf,
} from '../support/recurring.ts'
import { startBeside } from '../support/second-process.ts'
import { GOOD_IBAN, startTransferTeam, TENANT } from '../support/transfers.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const team = use(startTransferTeam)
let recipient: string
before(async () => {
  recipient = await newRecipient(team, GOOD_IBAN)
})

const daysPass = async (days: number): Promise<void> => {
  await team.vezne.moveClock(days * DAY_MS)
  await until('no run is due', () => noneDue(team))
}

test('three months: a transfer each, made by the plan’s creator, approved and sent by others; then the plan is completed', async () => {
  const start = soon(team)
  const body = planOf(team, recipient, { start_date: start, end_type: 'count', repeat_count: 3, description: 'Kira' })
  const id = await createPlan(team, body)
  const made = await readPlan(team, id)
  assert.equal(made.status, 'active')
  assert.equal(Date.parse(made.next_payment_date), Date.parse(start))
  assert.deepEqual([made.execution_count, made.last_execution_status, made.recipient.iban], [0, null, GOOD_IBAN])

  await daysPass(2)
  const [transfer] = await transfersOf(team, id)
  const shown = await team.transfer(transfer?.id as string)
  assert.equal(shown.status, 'pending')
  assert.equal(shown.recurring_transfer_id, id)
  assert.equal(Date.parse(shown.scheduled_date), Date.parse(start))
  assert.equal(shown.description, 'Kira')
  const events = await team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ body: string }>('select body from events where tenant_id = $1 and resource_id = $2', [
      TENANT,
      transfer?.id,
    ]),
  )
  assert.deepEqual(
    events.map((event) => JSON.parse(event.body)).map(({ type, data }) => [type, data.recurring_transfer_id]),
    [['transfer.created', id]],
  )
  const own = await team.call('admin', 'POST', '/api/v1/transfers/bulk/approve', { transfer_ids: [transfer?.id] })
  assert.equal(own.body.code, 'four_eyes_violation')
  await team.approve([transfer?.id as string])
  assert.equal((await team.send([transfer?.id as string])).status, 202)
  await team.untilStates([transfer?.id as string], ['completed'])
  assert.equal((await readPlan(team, id)).last_execution_status, 'completed')

  await daysPass(92)
  const ended = await readPlan(team, id)
  assert.deepEqual([ended.status, ended.execution_count, ended.next_payment_date], ['completed', 3, null])
  assert.equal((await transfersOf(team, id)).length, 3)
  await daysPass(92)
  assert.equal((await transfersOf(team, id)).length, 3)
})

test('the program was down for days: each missed run is made up, once, for its own day', async () => {
  const start = soon(team)
  const id = await createPlan(team, planOf(team, recipient, { start_date: start, repeat_type: 'daily' }))
  await daysPass(5)
  const dates = (await transfersOf(team, id)).map((transfer) => transfer.scheduled_date.getTime())
  assert.deepEqual(
    dates,
    [0, 1, 2, 3, 4].map((days) => Date.parse(start) + days * DAY_MS),
  )
  assert.deepEqual(
    (await runsOf(team, id)).map(({ run_no }) => run_no),
    [1, 2, 3, 4, 5],
  )
  await team.call('admin', 'DELETE', `${PLANS}/${id}`)
})

test('days without banks are left out', async () => {
  const skipping = { repeat_type: 'daily', transfer_type: 'remittance', holiday_handling: 'skip' }
  const id = await createPlan(team, planOf(team, recipient, skipping))
  await daysPass(14)
  const days = (await runsOf(team, id)).map(({ day }) => Temporal.PlainDate.from(day))
  assert(days.length >= 5 && days.length <= 10, String(days))
  assert.deepEqual(
    days.filter((day) => findDayKind(day) === 'closed'),
    [],
  )
  await team.call('admin', 'DELETE', `${PLANS}/${id}`)
})

test('runs missed while paused are not made up; a cancelled plan runs no more and changes no more', async () => {
  const id = await createPlan(team, planOf(team, recipient, { repeat_type: 'daily' }))
  assert.deepEqual((await switchPlan(team, id, 'pause')).body, {
    message: null,
    is_success: true,
    code: null,
    data: true,
  })
  assert.equal((await switchPlan(team, id, 'pause')).body.code, 'invalid_state_transition')
  await daysPass(10)
  assert.deepEqual(await transfersOf(team, id), [])
  assert.equal((await switchPlan(team, id, 'resume')).body.data, true)
  const { next_payment_date } = await readPlan(team, id)
  assert(Date.parse(next_payment_date) > team.vezne.runtime.clock.ms())
  await daysPass(2)
  assert.equal((await transfersOf(team, id)).length, 2)

  assert.equal((await team.call('admin', 'DELETE', `${PLANS}/${id}`)).body.data, true)
  await daysPass(3)
  assert.equal((await transfersOf(team, id)).length, 2)
  assert.equal((await readPlan(team, id)).status, 'cancelled')
  for (const answer of [
    await switchPlan(team, id, 'resume'),
    await team.call('admin', 'DELETE', `${PLANS}/${id}`),
    await team.call('admin', 'PUT', `${PLANS}/${id}`, planOf(team, recipient)),
  ])
    assert.deepEqual([answer.status, answer.body.code], [409, 'invalid_state_transition'])
})

test('changed by another person: new terms from the next run on, and neither of the two may approve it', async () => {
  const body = planOf(team, recipient, { repeat_type: 'daily' })
  const id = await createPlan(team, body)
  await daysPass(1)
  const changed = await team.call('checker', 'PUT', `${PLANS}/${id}`, {
    ...body,
    id,
    amount: 999,
    end_type: 'count',
    repeat_count: 2,
  })
  assert.equal(changed.status, 200, changed.text)
  assert.equal(changed.body.data, id)
  await daysPass(3)
  const [first, second, third] = await transfersOf(team, id)
  assert.equal(third, undefined)
  assert.equal((await team.transfer(first?.id as string)).amount, 250_000)
  const made = await team.transfer(second?.id as string)
  assert.equal(made.amount, 999)
  for (const person of ['admin', 'checker'] as const) {
    const refused = await team.call(person, 'POST', '/api/v1/transfers/bulk/approve', { transfer_ids: [made.id] })
    assert.deepEqual([refused.status, refused.body.code], [422, 'four_eyes_violation'], person)
  }
  for (const [set, refusal] of [
    [
      `status = 'approved', approved_by = terms_by, history = history || '{"to":"approved"}'`,
      /whoever made it does not decide/,
    ],
    ['terms_by = null', /what was agreed/],
    ['recurring_transfer_id = null', /what was agreed/],
  ] as const)
    await assert.rejects(
      team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
        tx.execute(`update transfers set ${set} where tenant_id = $1 and id = $2`, [TENANT, made.id]),
      ),
      refusal,
    )
  const approved = await team.call('sender', 'POST', '/api/v1/transfers/bulk/approve', { transfer_ids: [made.id] })
  assert.equal(approved.status, 200, approved.text)
})

test('a recipient that may not be paid: the run fails, the plan continues, and the next run pays again', async () => {
  const own = await newRecipient(team, GOOD_IBAN)
  const id = await createPlan(team, planOf(team, own, { repeat_type: 'daily', end_type: 'count', repeat_count: 1 }))
  await setActive(team, own, false)
  await daysPass(2)
  const failed = await readPlan(team, id)
  assert.deepEqual([failed.status, failed.execution_count, failed.last_execution_status], ['active', 0, 'failed'])
  assert.deepEqual([...new Set((await runsOf(team, id)).map(({ error_code }) => error_code))], ['recipient_blocked'])
  await setActive(team, own, true)
  await daysPass(1)
  const paid = await readPlan(team, id)
  assert.deepEqual([paid.status, paid.execution_count, paid.last_execution_status], ['completed', 1, 'pending'])
})

test('a run that breaks between its steps leaves nothing behind and is tried again', async () => {
  const owner = new pg.Client({ connectionString: team.vezne.ownerUrl })
  await owner.connect()
  await owner.query(`create function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`)
  await owner.query('create trigger broken before insert on recurring_runs for each row execute function broken()')
  const id = await createPlan(
    team,
    planOf(team, recipient, { repeat_type: 'daily', end_type: 'count', repeat_count: 1 }),
  )
  await daysPass(2)
  assert.deepEqual(await transfersOf(team, id), [])
  assert.equal((await readPlan(team, id)).execution_count, 0)
  await owner.query('drop trigger broken on recurring_runs')
  await owner.end()
  await team.vezne.moveClock(60_000)
  await until('the run is made', async () => (await transfersOf(team, id)).length === 1)
  assert.equal((await readPlan(team, id)).status, 'completed')
})

test('two workers, and one is killed while it works: every run of every plan once', async () => {
  const plans: string[] = []
  for (let at = 0; at < 12; at++) plans.push(await createPlan(team, planOf(team, recipient, { repeat_type: 'daily' })))
  const other = await startBeside(team.vezne, { VEZNE_ROLE: 'worker', VEZNE_BANK_URL: team.bank.url })
  await daysPass(4)
  await team.vezne.moveClock(6 * DAY_MS)
  other.child.kill('SIGKILL')
  await until('no run is due', () => noneDue(team))
  for (const id of plans) {
    const runs = await runsOf(team, id)
    assert.deepEqual(
      runs.map(({ run_no }) => run_no),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    )
    const transfers = await transfersOf(team, id)
    assert.deepEqual(transfers.map((transfer) => transfer.id).sort(), runs.map((run) => run.transfer_id).sort())
    assert.equal((await readPlan(team, id)).execution_count, 10)
  }
})
