/** Ledger of source accounts against the bank's: movements read live, posted, compared, and a bank that does not respond. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { booksOf, item, SOURCE, startTransferTeam, TENANT } from '../support/transfers.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const NOBODYS = '00000000-0000-4000-8000-00000000ffff'
const SOURCE_IBAN = 'TR960090100000000000100001'
const FIVE_MINUTES = 301_000

const team = use(startTransferTeam)

const read = (path: string) => team.call('admin', 'GET', path)

test('movements as the bank reports them: an own transfer by its id, a deposit, a returned EFT', async () => {
  await team.bank.control.arm({
    kind: 'eft_returned',
    match: { face: 'accounts', amount: 6_000_000 },
    parameters: { hours: 1 },
  })
  const [fast, eft] = (await team.create([
    item(),
    item({ transfer_type: 'eft', amount: { value: 6_000_000, currency_code: 'TRY' } }),
  ])) as [string, string]
  await team.approve([fast, eft])
  await team.send([fast, eft])
  await team.untilStates([fast, eft], ['completed'])
  await team.bank.control.call('POST', `/accounts/${SOURCE_IBAN}/deposits`, { amount: 5_000, description: 'Kasa' })
  await team.vezne.moveClock(3_700_000)
  await team.vezne.moveClock(FIVE_MINUTES)
  const path = `/api/v1/accounts/transactions?connector_account_id=${SOURCE}`
  await until('the return is a movement', async () => (await read(path)).body.data.length >= 4)
  const movements: Json[] = (await read(path)).body.data
  assert.deepEqual(
    movements,
    movements.toSorted((a, b) => Date.parse(b.transaction_date) - Date.parse(a.transaction_date)),
  )
  const ofFast = movements.find((each) => each.additional_data.transfer_id === fast)
  assert.deepEqual([ofFast.amount, ofFast.additional_data.direction, ofFast.account_id], [-12_345, 'outbound', SOURCE])
  const deposit = movements.find((each) => each.description === 'Kasa')
  assert.deepEqual([deposit.amount, deposit.additional_data.direction, deposit.reference], [5_000, 'inbound', null])
  const ofEft = movements.filter((each) => each.additional_data.transfer_id === eft).map(({ amount }) => amount)
  assert.deepEqual(ofEft, [6_000_000, -6_000_000])
  assert.equal((await read(`${path}&page=2&page_size=1`)).body.data[0].transaction_id, movements[1].transaction_id)
  const bankHas = (await team.bank.control.call('GET', `/accounts/${SOURCE_IBAN}`)).body.total_balance
  await until('the books have followed', async () => (await booksOf(team.vezne)).of(SOURCE)?.available === bankHas)
  const kinds = await team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ kind: string; amount: number }>(
      `select kind, amount from transfer_postings where tenant_id = $1 and account_id = $2 and kind in ('inbound', 'return') order by kind`,
      [TENANT, SOURCE],
    ),
  )
  assert.deepEqual(kinds, [
    { kind: 'inbound', amount: 5_000 },
    { kind: 'return', amount: 6_000_000 },
  ])
  assert.equal((await differing()).times, 0, 'the bank and the books agree')
})

/** The next round is five minutes later then. One that the move of the clock found at work counts: the account is not due again before. */
const lookedAt = async (): Promise<void> => {
  const since = team.vezne.runtime.clock.ms() + FIVE_MINUTES
  await team.vezne.moveClock(FIVE_MINUTES)
  const isChecked = async (): Promise<boolean> => {
    const [row] = await team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
      tx.query<{ checked_at: Date }>(
        'select checked_at from source_balances where tenant_id = $1 and account_id = $2',
        [TENANT, SOURCE],
      ),
    )
    return (row?.checked_at.getTime() ?? 0) >= since
  }
  await until('the account is looked at', isChecked)
}

const differing = async (): Promise<{ by: number; times: number }> => {
  const [row] = await team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ by: number; times: number }>(
      'select differs_by as by, differs_times as times from source_balances where tenant_id = $1 and account_id = $2',
      [TENANT, SOURCE],
    ),
  )
  return row as { by: number; times: number }
}

test('a ledger that differs from the bank: seen twice it is an alarm with both figures, and nothing is corrected', async () => {
  const { runtime } = team.vezne
  const heard: Json[] = []
  const { error } = runtime.log
  runtime.log.error = (event: string, facts?: Json) => {
    heard.push({ event, ...facts })
    error.call(runtime.log, event, facts)
  }
  const before = (await booksOf(team.vezne)).of(SOURCE)?.available as number
  const shift = (amount: number) =>
    runtime.db.transaction({ of: TENANT }, (tx) =>
      tx.execute('update source_balances set available = available + $3 where tenant_id = $1 and account_id = $2', [
        TENANT,
        SOURCE,
        amount,
      ]),
    )
  await lookedAt()
  await shift(-1)
  for (const times of [1, 2]) {
    await team.vezne.moveClock(FIVE_MINUTES)
    await until(`compared ${times} times`, async () => (await differing()).times >= times)
  }
  assert.deepEqual(await differing(), { by: 1, times: 2 })
  await until('the alarm', async () => heard.some(({ event }) => event === 'ledger.differs_from_bank'))
  const alarm = heard.find(({ event }) => event === 'ledger.differs_from_bank')
  assert.deepEqual([alarm.account_id, alarm.books, alarm.bank], [SOURCE, before - 1, before])
  assert.equal((await booksOf(team.vezne)).of(SOURCE)?.available, before - 1)
  await shift(1)
  await team.vezne.moveClock(FIVE_MINUTES)
  await until('they agree again', async () => (await differing()).times === 0)
  runtime.log.error = error
})

const FILTERS: [what: string, query: string, status: number, code: string][] = [
  [
    'reversed',
    `connector_account_id=${SOURCE}&from_date=2027-01-02T00:00:00Z&to_date=2027-01-01T00:00:00Z`,
    422,
    'invalid_filter',
  ],
  [
    'too long',
    `connector_account_id=${SOURCE}&from_date=2020-01-02T00:00:00Z&to_date=2027-01-01T00:00:00Z`,
    422,
    'invalid_filter',
  ],
  ['nobody’s account', `connector_account_id=${NOBODYS}`, 404, 'account_not_found'],
  ['no account named', 'page=1', 400, 'bad_request'],
]
for (const [what, query, status, code] of FILTERS)
  test(`movements refused: ${what}`, async () => {
    const answer = await read(`/api/v1/accounts/transactions?${query}`)
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
  })

const FAULTS: [kind: string, parameters: Json, code: string][] = [
  ['http_5xx_before', { status: 503 }, 'bank_system_error'],
  ['html_instead', {}, 'bank_data_unavailable'],
  ['reset', {}, 'bank_data_unavailable'],
]
for (const [kind, parameters, code] of FAULTS)
  test(`the bank does not answer as it should: ${kind}`, async () => {
    const { arm, disarm } = team.bank.control
    const strike = (operation: string) => arm({ kind, parameters, match: { face: 'accounts', operation }, times: null })
    await strike('accounts')
    await strike('statement')
    for (const path of ['/api/v1/accounts', `/api/v1/accounts/transactions?connector_account_id=${SOURCE}`]) {
      const answer = await read(path)
      assert.deepEqual([answer.status, answer.body.code], [502, code], `${path} ${answer.text}`)
    }
    await disarm()
    assert.equal((await read('/api/v1/accounts')).status, 200)
  })
