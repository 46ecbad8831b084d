/** Files of a bank's day: every form passes the same tests, and what is not whole is refused whole. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { FileRecord } from '../../simulators/bank/settlement/day-file.ts'
import { PROFILES, writeProfile } from '../../simulators/bank/settlement/profiles.ts'
import { DayFileRefused, type DayItem } from '../../src/reconciliations/day-files/day-file.ts'
import { readDayFile } from '../../src/reconciliations/day-files/read-day-file.ts'
import { examples } from '../support/property-examples.ts'
import { anyDay } from './any-day.ts'

async function* pieces(file: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.length; from += size) yield file.subarray(from, from + size)
}
const readAll = async (file: Buffer, size = 4_096): Promise<DayItem[]> => {
  const items: DayItem[] = []
  for await (const item of (await readDayFile(pieces(file, size))).items) items.push(item)
  return items
}
const refusal = async (file: Buffer): Promise<DayFileRefused> => {
  const error = await readAll(file).then(
    () => assert.fail('it was taken'),
    (thrown: unknown) => thrown,
  )
  assert(error instanceof DayFileRefused, String(error))
  return error
}
const text = (value: unknown): string =>
  value === null ? '' : typeof value === 'boolean' ? (value ? 'Y' : 'N') : String(value)

/** An item as its record, for comparison with what was written. */
const recordOf = (item: DayItem): FileRecord => {
  switch (item.kind) {
    case 'header': {
      const { bank, merchant, currency, day, number, createdAt } = item.header
      return ['H', '1', bank, merchant, currency, day, number, createdAt]
    }
    case 'row': {
      const r = item.row
      const who = [r.line, r.orderId, r.providerTransactionId, r.hostReference, r.authCode, r.kind, r.at]
      const card = [r.maskedCard, r.scheme, r.cardType, r.isOnUs, `${r.installment}/${r.installments}`]
      const sums = [r.gross, r.commissionBasisPoints, r.commission, r.tax, r.net, r.blockedDays, r.valueDate]
      return ['D', ...[...who, ...card, ...sums].map(text)]
    }
    case 'release': {
      const { line, orderId, providerTransactionId, installment, installments, net, valueDate } = item.release
      return ['B', line, orderId, text(providerTransactionId), `${installment}/${installments}`, net, valueDate]
    }
    default: {
      const { line, valueDate, amount, carriedOver } = item.payout
      return ['P', line, valueDate, amount, carriedOver]
    }
  }
}
const asText = (records: readonly FileRecord[]) => records.map((fields) => fields.map(String))

for (const profile of PROFILES) {
  test(`${profile}: a day that is written and read back is the same, in pieces of any size`, async () => {
    await fc.assert(
      fc.asyncProperty(anyDay, fc.integer({ min: 1, max: 700 }), async (records, size) => {
        const items = await readAll(writeProfile(records, profile), size)
        assert.deepEqual(asText(items.map(recordOf)), asText(records.slice(0, -1)))
      }),
      { numRuns: examples(150) },
    )
  })

  test(`${profile}: a damaged byte is refused, or changes no sum and no line`, async () => {
    await fc.assert(
      fc.asyncProperty(anyDay, fc.nat(), fc.integer({ min: 1, max: 255 }), async (records, at, by) => {
        const file = writeProfile(records, profile)
        const place = at % file.length
        file[place] = file[place]! ^ by
        const items = await readAll(file).catch((error: unknown) => {
          assert(error instanceof DayFileRefused, String(error))
          return undefined
        })
        // The checksum beside the file finds the rest: one letter of a reference for another.
        if (items) assert.deepEqual(sums(items), sumsOf(records))
      }),
      { numRuns: examples(400) },
    )
  })

  test(`${profile}: any line taken out, doubled or cut is refused with a line number`, async () => {
    await fc.assert(
      fc.asyncProperty(
        // Releases and payouts are in no sum of the trailer: of the last of them only the checksum knows.
        anyDay.filter((records) => records.length > 3 && records.at(-2)![0] === 'D'),
        fc.nat(),
        fc.constantFrom('out', 'twice', 'cut', 'long'),
        async (records, at, how) => {
          const lines = writeProfile(records, profile).toString('latin1').split('\r\n').slice(0, -1)
          const place = at % lines.length
          const line = lines[place]!
          if (line.length < 2) return
          const become = {
            out: [],
            twice: [line, line],
            cut: [line.slice(0, line.length / 2)],
            long: [line.padEnd(3_000, '0')],
          }
          lines.splice(place, 1, ...become[how])
          const file = Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
          const { faults } = await refusal(file)
          assert(faults.length > 0)
        },
      ),
      { numRuns: examples(300) },
    )
  })
}

const sums = (items: readonly DayItem[]) => {
  const rows = items.flatMap((item) => (item.kind === 'row' ? [item.row] : []))
  return [rows.length, rows.reduce((sum, { gross }) => sum + gross, 0), rows.reduce((sum, { net }) => sum + net, 0)]
}
const sumsOf = (records: readonly FileRecord[]) => {
  const [, count, gross, , net] = records.at(-1)!
  return [count, gross, net]
}

const SAMPLE = [
  'H;1;SIMBANK;500100200;TRY;2026-01-05;1;2026-01-05T23:30:00+03:00',
  'D;1;SIM-20260105-0001;26005SIM000001;600500000001;S00001;SALE;2026-01-05T10:15:30+03:00;403280******0015;VISA;CREDIT;Y;1/3;4998;356;178;0;4820;0;2026-01-06',
  'D;2;SIM-20260105-0001;26005SIM000001;600500000001;S00001;SALE;2026-01-05T10:15:30+03:00;403280******0015;VISA;CREDIT;Y;2/3;4996;356;178;0;4818;30;2026-02-06',
  'D;3;SIM-20260105-0001;26005SIM000001;600500000001;S00001;SALE;2026-01-05T10:15:30+03:00;403280******0015;VISA;CREDIT;Y;3/3;4996;356;178;0;4818;60;2026-03-06',
  'D;4;SIM-20260105-0002;26005SIM000007;600500000007;S00007;REFUND;2026-01-05T16:02:11+03:00;520932******0018;MASTERCARD;CREDIT;N;1/1;-5000;356;-178;0;-4822;0;2026-01-06',
  'T;4;9990;356;9634',
]
const sample = (change: (lines: string[]) => void = () => {}): Buffer => {
  const lines = [...SAMPLE]
  change(lines)
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''))
}

test('the sample of the format is read as it is', async () => {
  const items = await readAll(sample())
  assert.equal(items.length, 5)
  assert.deepEqual(sums(items), [4, 9_990, 9_634])
})

const REFUSED: readonly (readonly [
  what: string,
  line: number | null,
  text: RegExp,
  change: (lines: string[]) => void,
])[] = [
  ['an unknown version', 1, /version/, (lines) => void lines.splice(0, 1, SAMPLE[0]!.replace('H;1', 'H;2'))],
  [
    'a trailer that does not add up',
    6,
    /the trailer states gross 9991/,
    (lines) => void lines.splice(5, 1, 'T;4;9991;356;9634'),
  ],
  ['a missing line', 3, /is numbered 3, and 2 is next/, (lines) => void lines.splice(2, 1)],
  ['a second header', 2, /second header/, (lines) => void lines.splice(1, 0, SAMPLE[0]!)],
  ['lines behind the trailer', 7, /follows the trailer/, (lines) => void lines.push('T;4;9990;356;9634')],
  ['no trailer', null, /cut off/, (lines) => void lines.pop()],
  [
    'a net of its own',
    2,
    /net is not gross/,
    (lines) => void lines.splice(1, 1, SAMPLE[1]!.replace(';4820;', ';4821;')),
  ],
  [
    'a full card number',
    2,
    /not masked/,
    (lines) => void lines.splice(1, 1, SAMPLE[1]!.replace('403280******0015', '4032801234560015')),
  ],
  [
    'a day that is none',
    1,
    /business day/,
    (lines) => void lines.splice(0, 1, SAMPLE[0]!.replace('2026-01-05;', '2026-02-30;')),
  ],
  ['a line without end', 2, /longer than/, (lines) => void lines.splice(1, 1, 'D'.repeat(3_000))],
]
for (const [what, line, words, change] of REFUSED)
  test(`refused: ${what}`, async () => {
    const { faults } = await refusal(sample(change))
    const isFound = faults.some((fault) => words.test(String(fault.message)) && fault.line === line)
    assert(isFound, JSON.stringify(faults))
  })

test('at most a hundred faults are named', async () => {
  assert.equal(
    (await refusal(sample((lines) => void lines.splice(1, 0, ...Array(500).fill('X;1'))))).faults.length,
    100,
  )
})

test('a file that has no line end is refused after a bounded read', async () => {
  let given = 0
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (; given < 1_000; given++) yield Buffer.alloc(65_536, 0x41)
  }
  await assert.rejects(readDayFile(endless()), DayFileRefused)
  assert(given < 3)
})

test('the lists of NestPay and Garanti hold what moved money', async () => {
  const nestpay = [
    '#NESTPAY\t500100200\tTRY\t2026-01-05\t1',
    'A-1\tS\tS\t149.90\t149.90\t20260105 10:15:30\t20260105 10:15:30\t\t600500000001\tS00001\t00\t26005SIM000001',
    'A-2\tS\tD\t10.00\t\t20260105 10:16:30\t\t\t600500000002\t\t05\t26005SIM000002',
    'A-1\tC\tS\t50.00\t50.00\t20260105 11:15:30\t20260105 11:15:30\t\t600500000003\tS00003\t00\t26005SIM000003',
    '#END\t3',
  ]
  const garanti = [
    '#GARANTI;10100200;TRY;2026-01-05;1',
    'G-1;Satis;00;14990;20260105 10:15:30;600500000001;000001;000001;000001;454671******7894;3',
    'G-1;Iade;00;5000;20260105 11:15:30;600500000002;000002;000001;000002;454671******7894;',
    'G-2;Iptal;00;5000;20260105 11:15:30;600500000003;000003;000001;000003;;',
    '#END;3',
  ]
  const grossOf = async (lines: string[]) =>
    (await readAll(Buffer.from(lines.join('\r\n')))).flatMap((item) => (item.kind === 'row' ? [item.row.gross] : []))
  await refusal(Buffer.from(garanti.join('\n').replace('454671******7894', '4546 7112 3456 7894')))
  for (const lines of [nestpay, garanti]) {
    assert.deepEqual(await grossOf(lines), [14_990, -5_000])
    await refusal(Buffer.from(lines.slice(0, -1).join('\n')))
    await refusal(Buffer.from([...lines.slice(0, 2), ...lines.slice(3)].join('\n')))
  }
})

const MEGABYTE = 1_048_576
const LARGE_MB = examples(64)
test(`${LARGE_MB} MB are read in flat memory`, async () => {
  const [head, ...rest] = SAMPLE
  let count = 0
  async function* large(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${head}\r\n`)
    for (let bytes = 0; bytes < LARGE_MB * MEGABYTE; ) {
      const lines = Array.from({ length: 400 }, () => rest[0]!.replace('D;1;', `D;${++count};`))
      const piece = Buffer.from(`${lines.join('\r\n')}\r\n`)
      bytes += piece.length
      yield piece
    }
    yield Buffer.from(`T;${count};${4_998 * count};${178 * count};${4_820 * count}\r\n`)
  }
  const before = process.memoryUsage().rss
  let rows = 0
  let most = 0
  for await (const item of (await readDayFile(large())).items) {
    if (item.kind === 'row') rows++
    if (rows % 20_000 === 0) most = Math.max(most, process.memoryUsage().rss - before)
  }
  assert.equal(rows, count)
  assert(most < 150 * MEGABYTE, `${Math.round(most / MEGABYTE)} MB more`)
})
