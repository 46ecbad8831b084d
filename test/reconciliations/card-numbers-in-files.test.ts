/** What a bank's file gives as an order or transaction id is kept as written, unless it is a card number. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FieldValues } from '../../src/reconciliations/day-files/field-values.ts'
import { readDayFile } from '../../src/reconciliations/day-files/read-day-file.ts'

const CARD = '4546711234567894'
const MASKED = '454671******7894'

test('a field that holds a card number is masked, ids are kept as they are', () => {
  const values = new FieldValues({ add: () => assert.fail('no fault') } as never, 1)
  for (const [written, kept] of [
    [CARD, MASKED],
    ['4546 7112 3456 7894', MASKED],
    [`order ${CARD}`, `order ${MASKED}`],
    ['2200000000000053', '220000******0053'],
    ['26330SIM000001', '26330SIM000001'],
    ['0198f1a27c3d7e4f8a5b6c7d8e9f0a1b', '0198f1a27c3d7e4f8a5b6c7d8e9f0a1b'],
    ['1763750123456789', '1763750123456789'],
  ] as const)
    assert.equal(values.text('order id', written, 40), kept)
  assert.equal(values.textOrNull('transaction id', CARD, 40), MASKED)
})

const NESTPAY = [
  '#NESTPAY\t500100207\tTRY\t2026-01-05\t1',
  `${CARD}\tS\tC\t10.00\t10.00\t20260105 10:15:30\t20260105 10:15:30\t\t633000000001\tS00001\t00\t${CARD}`,
  '#END\t1',
]
const GARANTI = [
  '#GARANTI;7000679;TRY;2026-01-05;1',
  `${CARD};Satis;00;1000;20260105 10:15:30;633000000001;S00001;000001;000002;454671******7894;1`,
  '#END;1',
]
for (const lines of [NESTPAY, GARANTI])
  test(`${lines[0]?.slice(0, 8)}: no row keeps a card number`, async () => {
    async function* whole(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${lines.join('\n')}\n`)
    }
    const kept: unknown[] = []
    for await (const item of (await readDayFile(whole())).items) kept.push(item)
    const text = JSON.stringify(kept)
    assert.doesNotMatch(text, new RegExp(CARD))
    assert.match(text, /"orderId":"454671\*{6}7894"/)
  })
