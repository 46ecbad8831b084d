/** The dashboard against a brute-force count: every period, every currency, at the edges of Istanbul's days. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { DOLLARS, GOOD_IBAN, item, startTransferTeam } from '../support/transfers.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const HOUR = 3_600_000
const DAY = 24 * HOUR
const REFUSED_IBAN = 'TR320090100000000000009003'

const team = use(startTransferTeam)
let transfers: Json[]
before(async () => {
  const made: string[] = []
  // Before and after midnight in Istanbul, a week and a month apart.
  await toMidnight(-HOUR)
  for (const wait of [0, 2 * HOUR, 6 * DAY, DAY, 23 * DAY]) {
    await team.vezne.moveClock(wait)
    made.push(...(await team.create(lot())))
  }
  const [one, two, three, four] = made as [string, string, string, string]
  await team.approve([one, two, three, four])
  await team.send([one, two, three])
  await team.untilStates([one, two, three], ['completed', 'failed'])
  await team.call('checker', 'POST', '/api/v1/transfers/bulk/reject', { transfer_ids: made.slice(4, 6) })
  transfers = []
  for (let page = 1; transfers.length < made.length; page++)
    transfers.push(...(await team.call('admin', 'GET', `/api/v1/transfers?page=${page}&page_size=10`)).body.items)
})

const lot = (): Json[] => [
  item({ amount: { value: 10_001, currency_code: 'TRY' } }),
  item({ recipient: { iban: REFUSED_IBAN, holder_name: 'Ayşe Yılmaz' }, amount: { value: 7, currency_code: 'TRY' } }),
  item({ transfer_type: 'eft', amount: { value: 50_000, currency_code: 'TRY' } }),
  item({ source_account_id: DOLLARS, transfer_type: 'remittance', amount: { value: 300, currency_code: 'USD' } }),
]

const dayOf = (ms: number): string => new Date(ms + 3 * HOUR).toISOString().slice(0, 10) // Istanbul is three hours ahead
const toMidnight = async (offset: number): Promise<void> => {
  const now = team.vezne.runtime.clock.ms()
  await team.vezne.moveClock(Date.parse(`${dayOf(now + 2 * DAY)}T00:00:00+03:00`) + offset - now)
}

const sum = (rows: readonly Json[], member: string): number => rows.reduce((total, row) => total + row[member], 0)
const counted = (rows: readonly Json[]) => ({ count: rows.length, amount: sum(rows, 'amount') })

/** The expected dashboard, counted one by one over the list of all transfers. */
const bruteForce = (from: number, to: number, currency: string): Json => {
  const inside = transfers.filter(
    (row) => row.currency === currency && Date.parse(row.created) >= from && Date.parse(row.created) <= to,
  )
  const of = (status: string, rows = inside) => rows.filter((row) => row.status === status)
  const ended = of('completed').length + of('failed').length
  const days = []
  for (let day = dayOf(from); day <= dayOf(to); day = dayOf(Date.parse(`${day}T12:00:00Z`) + DAY)) days.push(day)
  return {
    currency,
    total_count: inside.length,
    total_amount: sum(inside, 'amount'),
    fee_amount: sum(inside, 'fee_amount'),
    success_rate: ended === 0 ? 0 : Math.round((of('completed').length / ended) * 10_000) / 100,
    pending_approval_count: of('pending').length,
    pending_send_count: of('approved').length,
    by_status: ['pending', 'approved', 'processing', 'delivered', 'completed', 'failed', 'rejected'].map((status) => ({
      status,
      ...counted(of(status)),
    })),
    by_type: ['fast', 'eft', 'remittance', 'credit_card'].map((transfer_type) => ({
      transfer_type,
      ...counted(inside.filter((row) => row.request_transfer_type === transfer_type)),
    })),
    buckets: days.map((date) => {
      const ofDay = inside.filter((row) => dayOf(Date.parse(row.created)) === date)
      return {
        date,
        ...counted(ofDay),
        success_count: of('completed', ofDay).length,
        failed_count: of('failed', ofDay).length,
      }
    }),
  }
}

const read = (path: string, headers = {}) => team.call('admin', 'GET', `/api/v1/dashboard${path}`, undefined, headers)
const check = async (path: string): Promise<Json> => {
  const answer = await read(path)
  assert.equal(answer.status, 200, answer.text)
  const { period_start, period_end, ...figures } = answer.body.data
  assert.deepEqual(figures, bruteForce(Date.parse(period_start), Date.parse(period_end), figures.currency))
  return answer.body.data
}

const PERIODS: [path: string, days: number][] = [
  ['', 1],
  ['/weekly', 7],
  ['/monthly', 30],
]
for (const [path, days] of PERIODS)
  test(`/dashboard${path} counts ${days} days of Istanbul, today included`, async () => {
    for (const currency of ['TRY', 'USD', 'EUR']) {
      const figures = await check(`${path}?currency=${currency}`)
      assert.equal(figures.buckets.length, days)
      assert.equal(figures.buckets.at(-1).date, dayOf(team.vezne.runtime.clock.ms()))
      assert.equal(Date.parse(figures.period_start), Date.parse(`${figures.buckets[0].date}T00:00:00+03:00`))
    }
    assert.equal((await check(path)).currency, 'TRY')
  })

test('a range counts from moment to moment, both included, and is cut at midnight in Istanbul', async () => {
  const moments = [...new Set(transfers.map(({ created }) => Date.parse(created)))].toSorted((a, b) => a - b)
  for (const from of moments)
    for (const to of moments.filter((moment) => moment >= from))
      for (const [start, end] of [
        [from, to],
        [from + 1, to + 1],
        [from - 1, to - 1],
      ] as const)
        await check(`/range?from_date=${new Date(start).toISOString()}&to_date=${new Date(end).toISOString()}`)
  const first = await check(
    `/range?from_date=${new Date(moments[0]!).toISOString()}&to_date=${new Date(moments[1]!).toISOString()}`,
  )
  assert.deepEqual(
    first.buckets.map(({ count }: Json) => count),
    [3, 3],
    'an hour before midnight and an hour after it are two days',
  )
  assert.ok(transfers.some(({ iban }) => iban !== GOOD_IBAN))
})

const RANGES: [what: string, query: string, status: number][] = [
  ['366 days', 'from_date=2026-01-01T00:00:00Z&to_date=2027-01-02T00:00:00Z', 200],
  ['a millisecond more', 'from_date=2026-01-01T00:00:00Z&to_date=2027-01-02T00:00:00.001Z', 422],
  ['reversed', 'from_date=2026-01-02T00:00:00Z&to_date=2026-01-01T00:00:00Z', 422],
  ['of a year long ago', 'from_date=0001-01-01T00:00:00Z&to_date=0001-01-02T00:00:00Z', 200],
  ['without an end', 'from_date=2026-01-02T00:00:00Z', 400],
]
for (const [what, query, status] of RANGES)
  test(`a range ${what}: ${status}`, async () => {
    const answer = await read(`/range?${query}`)
    assert.equal(answer.status, status, answer.text)
    if (status === 422) assert.equal(answer.body.code, 'invalid_filter')
  })

test('another merchant of the tenant has made nothing', async () => {
  const { body } = await read('/monthly', { 'x-merchant-id': '00000000-0000-4000-8000-000000000021' })
  assert.equal(body.data.total_count, 0)
})
