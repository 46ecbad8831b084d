/** Akbank's report of a day or a batch, and the bank's file of the same day. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../../support/bank.ts'
import { use } from '../../support/use.ts'
import { API, card, hmac, type Json, MERCHANT, newRandom, openAkbank, terminalOf, terms } from './akbank-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let akbank: ReturnType<typeof openAkbank>
before(async () => {
  akbank = openAkbank(bank.url)
})

const day = { startDateTime: '2027-05-11T00:00:00.000', endDateTime: '2027-05-12T00:00:00.000' }

test('the report has the movements of the merchant, with words where the history has letters', async () => {
  await akbank.sale('L-1', { transaction: terms({ installCount: 3 }) })
  await akbank.sale('L-2')
  await akbank.void('L-2')
  await akbank.preauth('L-3')
  await akbank.capture('L-3', '100.00')
  await akbank.refund('L-3', '40.00')
  await akbank.sale('L-4', { card: card({ cardNumber: '4111111111111111' }) })
  await bank.control.arm({ kind: 'approved_then_reversed', match: { order_id: 'L-5' } })
  await akbank.sale('L-5')
  await akbank.sale('L-6', {}, 7)
  const { code, body, data, list } = await akbank.report(day)
  assert.deepEqual([code, body.responseMessage, body.terminal], ['VPS-0000', 'SUCCESSFUL', terminalOf(1)])
  assert.deepEqual([data.terminal, data.txnDateTime], [terminalOf(1), body.txnDateTime])
  assert.deepEqual(
    list.map((row: Json) => [row.orgOrderId, row.txnCode, row.txnStatus, row.amount, row.installmentLabel].join(' ')),
    [
      'L-1 1000 Başarılı 149.9 3',
      'L-2 1000 İptal 149.9 Peşin',
      'L-3 1004 Başarılı 149.9 Peşin',
      'L-3 1005 Başarılı 100 Peşin',
      'L-3 1002 Başarılı 40 Peşin',
      'L-4 1000 Başarısız 149.9 Peşin',
      'L-5 1000 Teknik İptal 149.9 Peşin',
    ],
  )
  const [sale, , hold, capture, , declined, reversed] = list
  assert.deepEqual([sale.currencyLabel, sale.installmentCount, typeof sale.rrn], ['TRY', 3, 'number'])
  assert.deepEqual([hold.preAuthCloseAmount, capture.rrn, capture.authCode], [100, hold.rrn, hold.authCode])
  assert.deepEqual([declined.responseCode, declined.hostResponseCode], ['VPS-1005', '51'])
  assert.deepEqual([reversed.responseCode, reversed.authCode, typeof reversed.rrn], [undefined, undefined, 'number'])
  assert.deepEqual((await akbank.report({ batchNumber: sale.batchNumber })).list, list)
})

test('a span is at most a day, another one is empty, and nothing is said without a span', async () => {
  const long = await akbank.report({ ...day, endDateTime: '2027-05-12T00:00:00.001' })
  assert.deepEqual([long.code, long.body.responseMessage], ['VPS-2229', 'Gün aralığı 1 günden fazla girilemez'])
  assert.deepEqual(Object.keys(long.body), ['requestId', 'responseMessage', 'responseCode'])
  const empty = await akbank.report({
    startDateTime: '2027-05-09T00:00:00.000',
    endDateTime: '2027-05-10T00:00:00.000',
  })
  assert.deepEqual([empty.code, empty.list], ['VPS-0000', []])
  for (const report of [
    {},
    { startDateTime: day.startDateTime },
    { ...day, endDateTime: '2027-05-10T00:00:00.000' },
    { batchNumber: 'x' },
  ])
    assert.equal((await akbank.report(report)).status, 400)
  const message = { terminal: terminalOf(1), randomNumber: newRandom(), report: day }
  const body = JSON.stringify(message)
  const headers = { 'auth-hash': hmac(`${body} `), 'content-type': 'application/json' }
  const refused = await fetch(`${bank.url}${API}/portal/report/transaction`, { method: 'POST', body, headers })
  assert.equal(refused.status, 401)
})

test('what a fault hides is in no report either', async () => {
  await bank.control.arm({ kind: 'stale_inquiry', match: { order_id: 'L-7' } })
  await akbank.sale('L-7')
  const names = async () => (await akbank.report(day)).list.map((row: Json) => row.orgOrderId)
  assert.equal((await names()).includes('L-7'), false)
  await bank.control.advance(301)
  assert.equal((await names()).includes('L-7'), true)
})

test("the day's file has what the day left, under the number of the merchant, and can be had by its codes", async () => {
  await bank.control.endDay()
  const fetchFile = (name: string, profile = 'csv') =>
    fetch(`${bank.url}/control/settlement/2027-05-11/${name}?profile=${profile}`).then((answer) => answer.text())
  const file = await fetchFile(MERCHANT)
  assert.equal(await fetchFile(terminalOf(1).merchantSafeId), file)
  const rows = file
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'))
  assert.deepEqual(rows[0]!.slice(0, 6), ['H', '1', 'SIMBANK', MERCHANT, 'TRY', '2027-05-11'])
  const details = rows.filter(([kind]) => kind === 'D').map((row) => `${row[2]} ${row[6]} ${row[12]} ${row[13]}`)
  assert.deepEqual(
    details.filter((row) => row.startsWith('L-1')),
    ['L-1 SALE 1/3 4998', 'L-1 SALE 2/3 4996', 'L-1 SALE 3/3 4996'],
  )
  assert.deepEqual(
    details.filter((row) => row.startsWith('L-2')),
    [],
  )
  assert.deepEqual(
    details.filter((row) => row.startsWith('L-3')),
    ['L-3 SALE 1/1 10000', 'L-3 REFUND 1/1 -4000'],
  )
  // The number of the merchant fits into its column; a code of 32 letters would not.
  assert.equal((await fetchFile(MERCHANT, 'fixed')).split('\r\n')[0]!.length, 73)
  assert.equal((await akbank.void('L-1')).code, 'VPS-1010')
  assert.equal((await akbank.refund('L-1')).code, 'VPS-0000')
  assert.equal((await bank.control.balances()).sum, 0)
})
