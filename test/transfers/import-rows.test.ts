/** Files of `vezne transfers import`: parsing, refusals, and that a repeat or an interruption creates nothing twice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NoResponseError } from '../../src/cli/api-client.ts'
import { UsageError } from '../../src/cli/command.ts'
import { type CheckedLine, checkLines, type KnownData, parseMinor } from '../../src/cli/transfer-import/check-lines.ts'
import { type BatchCalls, createBatches } from '../../src/cli/transfer-import/create-batches.ts'
import { createProgress } from '../../src/cli/transfer-import/progress.ts'
import { LINES_MAX, linesIn } from '../../src/cli/transfer-import/read-lines.ts'

const SOURCE = '00000000-0000-4000-8000-000000000050'
const SOURCE_IBAN = 'TR960090100000000000100001'
const IBAN = 'TR160090100000000000009000'
const NOW = Date.parse('2027-05-11T06:00:00Z')
const HASH = 'ab'.repeat(32)
const KNOWN: KnownData = {
  accounts: [
    {
      id: SOURCE,
      iban: SOURCE_IBAN,
      account_number: '100001',
      bank_code: '00901',
      currency: 'TRY',
      is_active: true,
      single_transfer_limit: undefined,
    },
  ],
  bankCodes: new Set(['00901', '00902']),
  nowMs: NOW,
}
const HEAD = 'source_account;transfer_type;amount;currency;holder_name;iban;external_id;scheduled_date'
const row = (changes: Record<string, string> = {}): string => {
  const values: Record<string, string> = {
    source_account: SOURCE,
    transfer_type: 'fast',
    amount: '12,50',
    currency: 'TRY',
    holder_name: 'Ayşe Yılmaz',
    iban: IBAN,
    external_id: '',
    scheduled_date: '',
    ...changes,
  }
  return HEAD.split(';')
    .map((name) => values[name])
    .join(';')
}
const check = (...rows: string[]) => checkLines(linesIn([HEAD, ...rows].join('\n'), 'f.csv'), KNOWN, HASH)

const AMOUNTS: [text: string, minor: number | undefined][] = [
  ['12', 1_200],
  ['12.5', 1_250],
  ['12,50', 1_250],
  ['0,01', 1],
  ['1.234,56', undefined],
  ['1.234', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['12 TRY', undefined],
]
for (const [text, minor] of AMOUNTS)
  test(`the amount "${text}" is ${minor === undefined ? 'refused' : `${minor} minor units`}`, () => {
    assert.equal(parseMinor(text), minor)
  })

const FILES: [what: string, text: string, words: RegExp][] = [
  ['an empty file', '', /is empty/],
  ['a header alone', HEAD, /no transfer/],
  ['an unknown column', `${HEAD};colour\n${row()};red`, /"colour"; columns are source_account/],
  ['a column twice', `${HEAD};iban\n${row()};${IBAN}`, /iban twice/],
  ['a missing column', 'source_account;iban\na;b', /lacks transfer_type, amount, currency, holder_name/],
  ['no place to send to', 'source_account;transfer_type;amount;currency;holder_name\na;b;c;d;e', /neither iban/],
  ['a quotation mark that never closes', `${HEAD}\n"${row()}`, /line 2: a quotation mark opens/],
  [
    'a quotation mark inside a value',
    `${HEAD}\n${row()}\n${row({ holder_name: 'Ay"şe' })}`,
    /line 3: a quotation mark/,
  ],
  ['text behind a closing one', `${HEAD}\n${row({ holder_name: '"Ayşe" Y' })}`, /line 2: something follows/],
  [`${LINES_MAX + 1} lines`, `${HEAD}\n${`${row()}\n`.repeat(LINES_MAX + 1)}`, /has 50001 transfers/],
]
for (const [what, text, words] of FILES)
  test(`${what} is refused as a whole, in one line`, () => {
    assert.throws(
      () => linesIn(text, 'f.csv'),
      (error: Error) => error instanceof UsageError && words.test(error.message) && !error.message.includes('\n'),
    )
  })

test('commas and quotation marks, another order, capitals in the header, blank rows', () => {
  const text = `IBAN,Holder Name,Amount,currency,transfer_type,source_account\r\n"${IBAN}","Yılmaz, ""Ayşe""","12,50",TRY,FAST,TR96 0090 1000 0000 0000 1000 01\r\n,,,,,\r\n\r\n`
  const { good, faults } = checkLines(linesIn(text, 'f.csv'), KNOWN, HASH)
  assert.deepEqual(faults, [])
  assert.equal(good.length, 1)
  const [{ item, line }] = good as [CheckedLine]
  assert.deepEqual(
    [line, item.recipient.holder_name, item.amount.value, item.transfer_type, item.source_account_id],
    [2, 'Yılmaz, "Ayşe"', 1_250, 'fast', SOURCE],
  )
  assert.equal(item.external_id, `${HASH.slice(0, 16)}-2`)
})

const LINES: [what: string, changes: Record<string, string>, field: string, reason: RegExp][] = [
  ['an unknown account', { source_account: 'TR1' }, 'source_account', /no source account/],
  ['a bad amount', { amount: 'ten' }, 'amount', /1234\.56/],
  ['nothing', { amount: '0' }, 'amount', /1 or more/],
  ['another currency', { currency: 'USD' }, 'currency', /kept in TRY/],
  ['no currency of ours', { currency: 'XYZ' }, 'currency', /TRY/],
  ['a mistyped IBAN', { iban: 'TR170090100000000000009000' }, 'iban', /check digits/],
  ['an IBAN of an unknown bank', { iban: 'TR330006100519786457841326' }, 'iban', /no bank/],
  ['a type that does not exist', { transfer_type: 'swift' }, 'transfer_type', /fast/],
  ['too much for FAST', { amount: '200000,01' }, 'amount', /use eft/],
  ['no name', { holder_name: '' }, 'holder_name', /required/],
  ['yesterday', { scheduled_date: '2027-05-10' }, 'scheduled_date', /past/],
  ['a day that does not exist', { scheduled_date: '2027-02-30' }, 'scheduled_date', /./],
]
for (const [what, changes, field, reason] of LINES)
  test(`${what} is a fault of its line and column`, () => {
    const { good, faults } = check(row(), row(changes))
    assert.equal(good.length, 1)
    assert.deepEqual(
      faults.map((fault) => [fault.line, fault.field]),
      [[3, field]],
    )
    assert.match(faults[0]?.reason ?? '', reason)
  })

test('too few values and a repeated external id are reported by line', () => {
  const { faults } = check(row({ external_id: 'A' }), 'a;b', row({ external_id: 'A' }))
  assert.deepEqual(
    faults.map(({ line, field }) => [line, field]),
    [
      [3, ''],
      [4, 'external_id'],
    ],
  )
})

const lines = (count: number): CheckedLine[] => {
  const { good } = check(...Array.from({ length: count }, (_, at) => row({ external_id: `E-${at}` })))
  assert.equal(good.length, count)
  return good as CheckedLine[]
}

/** A service that responds as listed, then always creates; records requests. */
const serviceThat = (...first: (Awaited<ReturnType<BatchCalls['create']>> | Error)[]) => {
  const asked: { key: string; count: number }[] = []
  const pauses: number[] = []
  const calls: BatchCalls = {
    async create(items, key) {
      asked.push({ key, count: items.length })
      const answer = first.shift()
      if (answer instanceof Error) throw answer
      const transfers = (items as { external_id: string }[]).map(({ external_id }) => ({
        id: `id ${external_id}`,
        external_id,
      }))
      return answer ?? { status: 201, body: { transfers }, retryAfterMs: null }
    },
    pause: async (ms) => void pauses.push(ms),
    onProgress: () => undefined,
  }
  return { asked, pauses, calls }
}

test('parts of at most 1,000 under keys of the file and their number', async () => {
  const { asked, calls } = serviceThat()
  const { created, refusal } = await createBatches(lines(2_001), HASH, calls)
  assert.equal(refusal, null)
  assert.deepEqual(
    asked.map(({ count }) => count),
    [1_000, 1_000, 1],
  )
  assert.equal(new Set(asked.map(({ key }) => key)).size, 3)
  assert.deepEqual(created.at(-1), { line: 2_002, externalId: 'E-2000', id: 'id E-2000' })
  const again = serviceThat()
  await createBatches(lines(2_001), HASH, again.calls)
  assert.deepEqual(again.asked, asked)
  const other = serviceThat()
  await createBatches(lines(1), 'cd'.repeat(32), other.calls)
  assert.notEqual(other.asked[0]?.key, asked[0]?.key)
})

test('waits as Retry-After says; repeats unanswered requests under the same key', async () => {
  const limited = { status: 429, body: { code: 'rate_limited' }, retryAfterMs: 7_000 }
  const broken = { status: 503, body: { code: 'service_unavailable' }, retryAfterMs: null }
  const { asked, pauses, calls } = serviceThat(limited, new NoResponseError('nobody'), broken)
  const { created } = await createBatches(lines(2), HASH, calls)
  assert.equal(created.length, 2)
  assert.equal(new Set(asked.map(({ key }) => key)).size, 1)
  assert.deepEqual(pauses, [7_000, 1_000, 2_000])
})

test('gives up in the end, and reports that a repeat is safe', async () => {
  const { calls } = serviceThat(...Array.from({ length: 20 }, () => new NoResponseError('nobody answers')))
  await assert.rejects(createBatches(lines(1), HASH, calls), /nobody answers; run the same command again/)
})

test('a refusal ends the import, with the lines it names', async () => {
  const errors = [{ field: 'items[1].recipient.iban', code: 'bank_not_found', message: 'no bank' }]
  const refused = { status: 404, body: { code: 'bank_not_found', detail: 'items[1]', errors }, retryAfterMs: null }
  const { asked, calls } = serviceThat(refused)
  const { created, faults, refusal } = await createBatches(lines(1_500), HASH, calls)
  assert.deepEqual([created.length, asked.length], [0, 1])
  assert.deepEqual(faults, [{ line: 3, field: 'iban', reason: 'no bank' }])
  assert.match(refusal ?? '', /404 bank_not_found/)
})

test('a bar on a terminal, nothing in a pipe', () => {
  const drawn = (isTTY: boolean): string => {
    const pieces: string[] = []
    const progress = createProgress(4, { isTTY, write: (piece: string) => pieces.push(piece) > 0 } as never)
    progress.show(1)
    progress.end()
    return pieces.join('')
  }
  assert.equal(drawn(false), '')
  assert.match(drawn(true), /#{8}-{22}\] 25 % {2}1 of 4\n$/)
})
