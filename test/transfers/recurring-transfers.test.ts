/** Recurring transfers at the interface: every refusal of their terms, lists, scope, and constraints of the database. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { RECURRING_TRANSFER_STATES } from '../../src/transfers/recurring/recurring-transfer-states.ts'
import {
  createPlan,
  DAY_MS,
  newRecipient,
  PLANS,
  planOf,
  readPlan,
  setActive,
  soon,
  switchPlan,
} from '../support/recurring.ts'
import { DOLLARS, GOOD_IBAN, startTransferTeam, TENANT } from '../support/transfers.ts'
import { use } from '../support/use.ts'

/** Switched off in the demo data. */
const INACTIVE_SOURCE = '00000000-0000-4000-8000-000000000052'
const NOBODY = '00000000-0000-4000-8000-0000000000ff'

const team = use(startTransferTeam)
let recipient: string
let bare: string
let blocked: string
before(async () => {
  recipient = await newRecipient(team, GOOD_IBAN)
  bare = await newRecipient(team, null)
  blocked = await newRecipient(team, GOOD_IBAN)
  await setActive(team, blocked, false)
})

// biome-ignore lint/suspicious/noExplicitAny: any member of a body
type Changes = () => Record<string, any>
const REFUSED: [what: string, status: number, code: string, changes: Changes][] = [
  ['no name', 400, 'bad_request', () => ({ plan_name: '' })],
  ['an unknown member', 400, 'bad_request', () => ({ plan_nam: 'Rent' })],
  ['an id', 400, 'bad_request', () => ({ id: NOBODY })],
  ['a date without an offset', 400, 'bad_request', () => ({ start_date: '2026-05-11T10:00:00' })],
  ['an end by date without it', 400, 'bad_request', () => ({ end_type: 'date' })],
  ['an end by count without it', 400, 'bad_request', () => ({ end_type: 'count' })],
  ['a count beside no end', 400, 'bad_request', () => ({ repeat_count: 3 })],
  ['a count of none', 400, 'bad_request', () => ({ end_type: 'count', repeat_count: 0 })],
  ['a count of 1001', 400, 'bad_request', () => ({ end_type: 'count', repeat_count: 1001 })],
  ['indefinite and an end', 400, 'bad_request', () => ({ end_type: 'count', repeat_count: 3, is_indefinite: true })],
  ['no end and not indefinite', 400, 'bad_request', () => ({ is_indefinite: false })],
  ['days of the week each month', 400, 'bad_request', () => ({ week_days: [1] })],
  ['no day of the week', 400, 'bad_request', () => ({ repeat_type: 'weekly', week_days: [] })],
  ['an eighth day', 400, 'bad_request', () => ({ repeat_type: 'weekly', week_days: [8] })],
  ['a day of the month each day', 400, 'bad_request', () => ({ repeat_type: 'daily', month_day: 3 })],
  ['the 32nd', 400, 'bad_request', () => ({ month_day: 32 })],
  ['31 days of reminder', 400, 'bad_request', () => ({ reminder_days: 31 })],
  ['the past', 422, 'invalid_schedule', () => ({ start_date: soon(team, -1) })],
  ['eleven years ahead', 422, 'invalid_schedule', () => ({ start_date: soon(team, 11 * 366) })],
  ['an end before the start', 422, 'invalid_schedule', () => ({ end_type: 'date', end_date: soon(team, -3) })],
  ['an end of the year 9999', 422, 'invalid_schedule', () => ({ end_type: 'date', end_date: '9999-01-01T00:00:00Z' })],
  [
    'Sundays, left out',
    422,
    'invalid_schedule',
    () => ({ repeat_type: 'weekly', week_days: [7], holiday_handling: 'skip', transfer_type: 'eft' }),
  ],
  ['nothing', 422, 'invalid_amount', () => ({ amount: 0 })],
  ['more than FAST carries', 422, 'fast_amount_limit', () => ({ amount: 20_000_001 })],
  ['dollars of a lira account', 422, 'invalid_currency', () => ({ currency: 'USD' })],
  ['dollars by FAST', 422, 'invalid_currency', () => ({ currency: 'USD', connector_account_id: DOLLARS })],
  ['a card that is an account', 422, 'unsupported_transfer_type', () => ({ transfer_type: 'credit_card' })],
  ['an unknown account', 404, 'source_account_not_found', () => ({ connector_account_id: NOBODY })],
  ['an account switched off', 403, 'source_account_inactive', () => ({ connector_account_id: INACTIVE_SOURCE })],
  ['an unknown recipient', 404, 'recipient_not_found', () => ({ recipient_id: NOBODY })],
  ['a recipient without an account', 422, 'default_receiver_account_required', () => ({ recipient_id: bare })],
  ['a recipient switched off', 422, 'recipient_blocked', () => ({ recipient_id: blocked })],
]
for (const [what, status, code, changes] of REFUSED)
  test(`refused: ${what}`, async () => {
    const answer = await team.call('admin', 'POST', PLANS, planOf(team, recipient, changes()))
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
  })

test('returned as written, with its defaults; repeated under its key without a second plan', async () => {
  const body = planOf(team, recipient, { repeat_type: 'weekly', week_days: [5, 1, 5], plan_name: 'Shown' })
  const key = { 'idempotency-key': 'plan-shown' }
  const first = await team.call('admin', 'POST', PLANS, body, key)
  const again = await team.call('admin', 'POST', PLANS, body, key)
  assert.deepEqual([first.status, again.text], [201, first.text])
  const shown = await readPlan(team, first.body.data)
  assert.deepEqual(shown.week_days, [1, 5])
  assert.deepEqual(
    [shown.holiday_handling, shown.is_indefinite, shown.reminder_days, shown.currency, shown.notify_on_error],
    ['next', true, 0, 'TRY', false],
  )
  assert.equal(shown.connector_account.currency, 'TRY')
  const { body: list } = await team.call('admin', 'GET', `${PLANS}?search_term=shown&status=active`)
  assert.deepEqual(
    list.data.items.map(({ id }: { id: string }) => id),
    [first.body.data],
  )
})

const FILTERS: [query: () => string, found: boolean][] = [
  [() => `recipient_id=${recipient}`, true],
  [() => `recipient_id=${NOBODY}`, false],
  [() => 'repeat_type=yearly&min_amount=777&max_amount=777', true],
  [() => 'repeat_type=daily', false],
  [() => 'min_amount=778', false],
  [() => `start_date_from=${soon(team, 0)}&start_date_to=${soon(team, 2)}&search_term=filtered`, true],
  [() => `start_date_to=${soon(team, 0)}`, false],
  [() => `connector_account_id=${DOLLARS}`, false],
]
test('every filter of the list', async () => {
  const id = await createPlan(
    team,
    planOf(team, recipient, { repeat_type: 'yearly', amount: 777, plan_name: 'Filtered' }),
  )
  for (const [query, isFound] of FILTERS) {
    const { body } = await team.call('admin', 'GET', `${PLANS}?page_size=100&${query()}`)
    assert.equal(
      body.data.items.some((plan: { id: string }) => plan.id === id),
      isFound,
      query(),
    )
  }
  const reversed = await team.call('admin', 'GET', `${PLANS}?min_amount=2&max_amount=1`)
  assert.deepEqual([reversed.status, reversed.body.code], [422, 'invalid_filter'])
  const search = async (length: number): Promise<number> =>
    (await team.call('admin', 'GET', `${PLANS}?search_term=${'x'.repeat(length)}`)).status
  assert.deepEqual([await search(100), await search(101)], [200, 400])
})

test('an update repeats the id of the path, may repeat a start that has passed, and never asks for fewer runs than were made', async () => {
  const body = planOf(team, recipient, {
    start_date: soon(team, 0),
    repeat_type: 'daily',
    end_type: 'count',
    repeat_count: 3,
  })
  const id = await createPlan(team, body)
  await team.vezne.moveClock(DAY_MS / 2)
  const put = (changes: object, path = id) => team.call('admin', 'PUT', `${PLANS}/${path}`, { ...body, ...changes })
  assert.equal((await put({ id: NOBODY })).status, 400)
  assert.equal((await put({}, NOBODY)).body.code, 'resource_not_found')
  assert.equal((await put({ plan_name: 'Renamed' })).status, 200)
  assert.equal((await put({ start_date: soon(team, -2) })).body.code, 'invalid_schedule')
  await switchPlan(team, id, 'pause')
  assert.equal((await put({ plan_name: 'While paused' })).status, 200)
  const shown = await readPlan(team, id)
  assert.deepEqual([shown.plan_name, shown.status, shown.next_payment_date], ['While paused', 'paused', null])
})

test('a paused plan whose end has passed is not resumed before it gets a later one', async () => {
  const body = planOf(team, recipient, { end_type: 'date', end_date: soon(team, 2), repeat_type: 'daily' })
  const id = await createPlan(team, body)
  await switchPlan(team, id, 'pause')
  await team.vezne.moveClock(5 * DAY_MS)
  assert.equal((await switchPlan(team, id, 'resume')).body.code, 'invalid_state_transition')
  const later = { ...body, end_date: soon(team, 9) }
  assert.equal((await team.call('admin', 'PUT', `${PLANS}/${id}`, later)).status, 200)
  assert.equal((await switchPlan(team, id, 'resume')).status, 200)
})

test('another merchant’s plan is not there', async () => {
  const id = await createPlan(team, planOf(team, recipient))
  await team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.execute(
      `insert into recurring_transfers select (json_populate_record(p, $3::json)).* from recurring_transfers p
        where tenant_id = $1 and id = $2`,
      [TENANT, id, JSON.stringify({ id: NOBODY, merchant_id: NOBODY })],
    ),
  )
  for (const [method, path] of [
    ['GET', NOBODY],
    ['PUT', NOBODY],
    ['DELETE', NOBODY],
    ['POST', `${NOBODY}/pause`],
    ['POST', `${NOBODY}/resume`],
  ] as const) {
    const body = method === 'PUT' ? planOf(team, recipient) : undefined
    assert.equal((await team.call('admin', method, `${PLANS}/${path}`, body)).status, 404, `${method} ${path}`)
  }
  const { body } = await team.call('admin', 'GET', `${PLANS}?page_size=100`)
  assert(body.data.items.every((plan: { id: string }) => plan.id !== NOBODY))
})

test('the database refuses every step that is not in the state table, a run twice, and a change of the creator', async () => {
  const id = await createPlan(team, planOf(team, recipient))
  const attempt = (set: string): Promise<unknown> =>
    team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
      tx.execute(`update recurring_transfers set version = version + 1, ${set} where tenant_id = $1 and id = $2`, [
        TENANT,
        id,
      ]),
    )
  const stop = 'next_run_at = null, next_run_day = null, try_at = null'
  await attempt(`status = 'cancelled', ${stop}`)
  for (const state of RECURRING_TRANSFER_STATES.filter((each) => each !== 'cancelled'))
    await assert.rejects(attempt(`status = '${state}'`), /no step of the state table/)
  await assert.rejects(attempt("created_by = 'somebody'"), /what was agreed/)
  await assert.rejects(attempt('run_no = run_no + 2'), /what was agreed/)
  await assert.rejects(attempt('version = version - 1'), /multiple assignments|what was agreed/)
  const run = (day: string, no: number): Promise<unknown> =>
    team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
      tx.execute(
        `insert into recurring_runs (tenant_id, plan_id, run_no, day, due_at, error_code, created)
         values ($1, $2, $3, $4, now(), 'recipient_blocked', now())`,
        [TENANT, id, no, day],
      ),
    )
  await run('2026-05-11', 1)
  await assert.rejects(run('2026-05-12', 1), /duplicate key/)
  await assert.rejects(run('2026-05-11', 2), /duplicate key/)
})
