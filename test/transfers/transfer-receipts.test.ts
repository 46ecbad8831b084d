/** Receipts: one page, readable as text and as a picture, from the bank's records; and every reason for none. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { readPdf } from '../support/pdf.ts'
import { assertProblem } from '../support/problems.ts'
import { GOOD_IBAN, item, startTransferTeam } from '../support/transfers.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const NAME = 'Gülşah Çağıl İğneöz Işık'
const WORDS = 'Mayıs kirası: güneş, ağaç, Şükrü'
const CARD = '4546711234567894'

const team = use(startTransferTeam)
let completed: string
let without: string
let toCard: string
let delivered: string
let pending: string
before(async () => {
  const to = (iban: string) => item({ recipient: { iban, holder_name: NAME }, description: WORDS, external_id: iban })
  const card = { transfer_type: 'credit_card', recipient: { holder_name: NAME, card_details: { card_number: CARD } } }
  ;[completed, without, toCard, delivered, pending] = (await team.create([
    to(GOOD_IBAN),
    to('TR800090100000000000009012'),
    item({ ...card, amount: { value: 1_234_500, currency_code: 'TRY' } }),
    to('TR100090100000000000009011'),
    item(),
  ])) as [string, string, string, string, string]
  const sent = [completed, without, toCard, delivered]
  await team.approve(sent)
  await team.send(sent)
  await team.untilStates([completed, without, toCard], ['completed'])
  await until('it is delivered', async () => (await team.transfer(delivered)).status === 'delivered')
})

const base64Of = (id: string, headers = {}) =>
  team.call('maker', 'GET', `/api/v1/transfers/${id}/receipt/base-64`, undefined, headers)
const pdfOf = async (id: string): Promise<Buffer> => Buffer.from((await base64Of(id)).body.content, 'base64')

const download = async (id: string): Promise<Response> =>
  fetch(`${team.vezne.urls.transfers}/api/v1/transfers/${id}/receipt/download`, {
    headers: {
      authorization: `Bearer ${await team.vezne.token('maker')}`,
      'x-tenant-id': '00000000-0000-4000-8000-000000000010',
    },
  })

test('downloaded as a file, and the same bytes each time', async () => {
  const { receipt_no } = await team.transfer(completed)
  const answer = await download(completed)
  assert.equal(answer.status, 200)
  assert.deepEqual(
    ['content-type', 'content-disposition', 'cache-control'].map((name) => answer.headers.get(name)),
    ['application/pdf', `attachment; filename="receipt-${receipt_no}.pdf"`, 'no-store'],
  )
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  const { content, ...rest } = (await base64Of(completed)).body
  assert.deepEqual(rest, {
    transfer_id: completed,
    receipt_no,
    filename: `receipt-${receipt_no}.pdf`,
    content_type: 'application/pdf',
  })
  assert.ok(Buffer.from(content, 'base64').equals(bytes))
})

test('its text has every letter, figures as people write them, and its page is inked where it should be', async () => {
  const { receipt_no } = await team.transfer(completed)
  const page = await readPdf(await pdfOf(completed))
  assert.deepEqual([page.pages, page.title], [1, `Dekont ${receipt_no}`])
  for (const part of [
    NAME,
    WORDS,
    '123,45 TRY',
    '0,00 TRY',
    'TR16 0090 1000 0000 0000 0090 00',
    'TR96 0090 1000 0000 0000 1000 01',
    'Tamamlandı',
    'Completed',
    'FAST',
    receipt_no,
    completed,
    'Alıcı · Receiver',
    'Gönderen · Sender',
  ])
    assert.ok(page.text.includes(part), `${part} is missing in:\n${page.text}`)
  for (const letter of 'İışŞğçÇöüı') assert.ok(page.text.includes(letter), letter)
  assert.ok(page.inked > 0.015 && page.inked < 0.1, String(page.inked))
})

test('a card is masked, and its fee is listed', async () => {
  const { text } = await readPdf(await pdfOf(toCard))
  assert.ok(text.includes('454671******7894'), text)
  assert.ok(!text.replaceAll(' ', '').includes(CARD))
  for (const part of ['12.345,00 TRY', '123,45 TRY', '12.468,45 TRY', 'Kredi kartına ödeme'])
    assert.ok(text.includes(part), text)
})

test('the receipt of a delivered transfer states it', async () => {
  const { text } = await readPdf(await pdfOf(delivered))
  assert.ok(text.includes('Delivered, not yet confirmed'), text)
})

test('no receipt: of this state, of this bank, and while the bank is out of order', async () => {
  assertProblem(await base64Of(pending), 'receipt_not_available', /pending/)
  assertProblem(await base64Of(without), 'bank_receipt_error')
  for (const status of [500, 503]) {
    await team.bank.control.arm({
      kind: 'http_5xx_before',
      match: { face: 'accounts', operation: 'receipt' },
      parameters: { status },
    })
    assertProblem(await base64Of(completed), 'bank_system_error')
  }
  await team.bank.control.arm({ kind: 'html_instead', match: { face: 'accounts', operation: 'receipt' } })
  assertProblem(await base64Of(completed), 'bank_system_error')
  assert.equal((await base64Of(completed)).status, 200)
})

test('other callers do not see it', async () => {
  const merchant = '00000000-0000-4000-8000-000000000021'
  assertProblem(await base64Of(completed, { 'x-merchant-id': merchant }), 'transfer_not_found')
  assertProblem(await base64Of('nothing'), 'transfer_not_found')
})
