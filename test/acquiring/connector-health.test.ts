/** Health of banks: what counts as a failure, the sample, the hours, and the sum over a connector. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { idAt } from '../../src/core/id.ts'
import { useVezne } from '../support/vezne.ts'

const TENANT = '00000000-0000-4000-8000-000000000010'
const SIMBANK = '00000000-0000-4000-8000-000000000030'
const [PRIMARY, FALLBACK, LIMITED] = ['31', '32', '33'].map((end) => `00000000-0000-4000-8000-0000000000${end}`) as [
  string,
  string,
  string,
]
const HOUR_MS = 3_600_000

const vezne = useVezne()
let owner: pg.Client
before(async () => {
  owner = new pg.Client({ connectionString: vezne.ownerUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
})

const get = async (path: string) =>
  (await vezne.request('cards', 'GET', path, { token: await vezne.token('view') })).body
const ofConfiguration = (id: string) => get(`/api/v1/connector-configurations/${id}/health`)
const ofConnector = () => get(`/api/v1/connectors/${SIMBANK}/health`)

let calls = 0
/** Calls a bank has answered (category null, or of a decline) or not. */
const addCalls = async (configuration: string, ageMs: number, category: string | null, count: number) => {
  const at = vezne.runtime.clock.ms() - ageMs
  for (let n = 0; n < count; n++)
    await owner.query(
      `insert into api_request_logs (tenant_id, id, configuration_id, connector_code, method, endpoint, duration_ms,
         request_timestamp, response_timestamp, is_success, error_message, error_category)
       values ($1, $2, $3, 'SIMBANK', 'POST', 'x', 1, $4, $4, $5, $6, $7)`,
      [
        TENANT,
        `${idAt(at, 'first').slice(0, -12)}${String(++calls).padStart(12, '0')}`,
        configuration,
        new Date(at),
        category === null,
        category && `message of ${category}`,
        category,
      ],
    )
}

test('without calls nothing is known', async () => {
  const { last_calculated_at, ...health } = await ofConfiguration(LIMITED)
  assert.match(last_calculated_at, /\+00:00$/)
  assert.deepEqual(health, {
    connector_configuration_id: LIMITED,
    status: 'unknown',
    breaker_state: 'closed',
    success_rate: 100,
    sample_size: 0,
    success_count: 0,
    failure_count: 0,
    last_transaction_at: null,
    sparkline: Array(24).fill(100),
    last_error: null,
  })
})

test('declines are not failures; technical faults and timeouts are', async () => {
  await addCalls(PRIMARY, 90 * 60_000, 'BankDeclined', 12)
  await addCalls(PRIMARY, 90 * 60_000, null, 5)
  await addCalls(PRIMARY, 30 * 60_000, 'Technical', 1)
  await addCalls(PRIMARY, 20 * 60_000, 'Timeout', 1)
  await addCalls(PRIMARY, 10 * 60_000, null, 1)
  await addCalls(PRIMARY, 25 * HOUR_MS, 'Technical', 50) // too long ago
  const health = await ofConfiguration(PRIMARY)
  const { status, success_rate, sample_size, success_count, failure_count, sparkline, last_error } = health
  assert.deepEqual(
    { status, success_rate, sample_size, success_count, failure_count },
    { status: 'degraded', success_rate: 90, sample_size: 20, success_count: 18, failure_count: 2 },
  )
  assert.deepEqual(sparkline, [...Array(23).fill(100), 33])
  assert.deepEqual([last_error.code, last_error.message], ['Timeout', 'message of Timeout'])
  assert.ok(Date.parse(health.last_transaction_at) > Date.parse(last_error.at))
})

test('the last hundred calls count, and a connector is the sum of its configurations', async () => {
  await addCalls(FALLBACK, 3 * HOUR_MS, null, 100)
  await addCalls(FALLBACK, 2.5 * HOUR_MS, 'Timeout', 40)
  const { rollup, per_configuration } = await ofConnector()
  assert.deepEqual(
    per_configuration.map((each: { connector_configuration_id: string; status: string; sample_size: number }) => [
      each.connector_configuration_id,
      each.status,
      each.sample_size,
    ]),
    [
      [PRIMARY, 'degraded', 20],
      [FALLBACK, 'down', 100],
      [LIMITED, 'unknown', 0],
    ],
  )
  assert.deepEqual([rollup.sample_size, rollup.failure_count, rollup.success_rate], [120, 42, 65])
  assert.equal(rollup.status, 'down')
  assert.equal(rollup.last_error.code, 'Timeout')
  const rows = await get('/api/v1/health/connectors')
  const row = rows.find((each: { connector_id: string }) => each.connector_id === SIMBANK)
  assert.equal(row.connector_code, 'SIMBANK')
  assert.deepEqual({ ...row.rollup, last_calculated_at: '' }, { ...rollup, last_calculated_at: '' })
})

test('one configuration down makes its connector degraded, whatever the sum', async () => {
  await addCalls(PRIMARY, 1_000, null, 100)
  const before = (await ofConnector()).rollup
  assert.deepEqual([before.success_rate, before.status], [80, 'degraded'])
  await addCalls(FALLBACK, 1_000, null, 60)
  const after = (await ofConnector()).rollup
  assert.deepEqual([after.failure_count, after.status], [40, 'degraded'])
})

test('it is read from the index of the request log', async () => {
  await owner.query(
    `insert into api_request_logs (tenant_id, id, configuration_id, connector_code, method, endpoint, duration_ms,
       request_timestamp, is_success)
     select $1, gen_random_uuid(), (array[$2, $3, $4]::uuid[])[n % 3 + 1], 'SIMBANK', 'POST', 'x', 1, now(), true
       from generate_series(1, 5000) n`,
    [TENANT, PRIMARY, FALLBACK, LIMITED],
  )
  await owner.query('vacuum analyze api_request_logs')
  const plan = await vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ 'QUERY PLAN': string }>(
      `explain select l.id, l.error_category from api_request_logs l
        where l.configuration_id = '${PRIMARY}' and l.tenant_id = '${TENANT}' and l.id >= '${idAt(0, 'first')}'
        order by l.id desc limit 100`,
    ),
  )
  const text = plan.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(text, /Index Only Scan Backward using api_request_logs_\w*configuration/)
  assert.doesNotMatch(text, /-> +Sort|Seq Scan on api/)
})
