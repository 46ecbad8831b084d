/** What the service says to people, in the language of whoever reads it: codes, fields and values never change. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer, Sent } from '../support/http.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { item, startTransferTeam, TENANT } from '../support/transfers.ts'
import { use } from '../support/use.ts'
import type { Vezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const team = use(startTransferTeam)
let vezne: Vezne
before(async () => {
  vezne = team.vezne
})

const call = async (method: string, path: string, sent: Sent = {}): Promise<Answer> =>
  vezne.request('cards', method, path, { token: await vezne.token('admin'), ...sent })

const TURKISH = { 'accept-language': 'tr-TR,tr;q=0.9,en;q=0.5' }

test('a refusal in the language of who reads it: the code stays, and English is the default', async () => {
  const refused = (headers = {}) => call('GET', `/api/v1/payments/${TENANT}`, { headers })
  const plain = assertProblem(await refused(), 'payment_not_found')
  assert.equal(plain.advice, undefined)
  const turkish = await refused(TURKISH)
  assert.deepEqual(
    [turkish.body.code, turkish.body.title, turkish.body.detail],
    [
      'payment_not_found',
      'Ödeme bulunamadı',
      'Bu anahtarın ve üye iş yerinin erişebildiği, bu kimlikte bir ödeme yok.',
    ],
  )
  assert.match(turkish.body.advice, /kimliği denetleyin/)
  assert.match((await refused({ 'accept-language': 'en' })).body.advice, /check the id/)
})

test('faults of fields in Turkish, with the fields and values of the wire', async () => {
  const body = { ...paymentBody(), amount: { amount: 'ten', currency: 'TRY' } }
  const headers = { 'x-external-merchant-id': 'M-1001', ...TURKISH }
  const { errors, detail } = (await call('POST', '/api/v1/payments', { body, headers })).body
  assert.deepEqual(errors, [
    { field: 'amount.amount', code: 'invalid_type', message: 'bir tam sayı (tırnaksız yazılmalı) olmalı' },
  ])
  assert.equal(detail, 'amount.amount: bir tam sayı (tırnaksız yazılmalı) olmalı')
})

test('a kept refusal is repeated in the language of whoever repeats it, and is the same otherwise', async () => {
  const body = paymentBody({ card: { ...paymentBody().card, number: CARDS.declined } })
  const pay = (headers = {}) =>
    call('POST', '/api/v1/payments', {
      body,
      headers: { 'x-external-merchant-id': 'M-1001', 'idempotency-key': 'declined-in-two-languages', ...headers },
    })
  const first = await pay()
  const again = await pay(TURKISH)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  const { title, advice, ...same } = again.body
  assert.deepEqual([title, typeof advice], ['Banka reddetti', 'string'])
  assert.deepEqual(same, { ...omit(first.body), detail: same.detail, correlation_id: same.correlation_id })
  assert.equal(same.detail, 'İşlem onaylanmadı')
  assert.equal((await pay()).body.detail, first.body.detail)
})
const omit = ({ title: _, ...rest }: Json): Json => rest

test('a trace in Turkish has the same events, and every state in words', async () => {
  const paid = await call('POST', '/api/v1/payments', {
    body: paymentBody(),
    headers: { 'x-external-merchant-id': 'M-1001' },
  })
  const trace = async (headers = {}): Promise<Json[]> =>
    (await call('GET', `/api/v1/payments/${paid.body.transaction_id}/trace`, { headers })).body.data.events
  const [english, turkish] = [await trace(), await trace(TURKISH)]
  // Deliveries go on meanwhile.
  const codes = (events: Json[]) =>
    events
      .filter(({ source }) => source !== 'WebhookDelivery')
      .map(({ source, details, timestamp }) => ({ source, details, timestamp }))
  assert.deepEqual(codes(turkish), codes(english))
  const lines = (events: Json[]) =>
    events.filter(({ source }) => source === 'TransactionHistory').map(({ title, subtitle }) => `${title}: ${subtitle}`)
  assert.equal(lines(english).at(-1), 'processing to completed: Approved by the bank')
  assert.equal(lines(turkish).at(-1), 'işleniyor → tamamlandı: Banka onayladı')
})

test('a check that is no refusal says why in the language of its reader', async () => {
  const check = async (headers = {}): Promise<string> =>
    (await call('POST', '/api/v1/validation/iban', { body: { iban: 'TR120006200000000000000000' }, headers })).body
      .error_message
  assert.equal(await check(), 'The check digits do not fit: look for a mistyped character')
  assert.equal(await check(TURKISH), 'Denetim haneleri uymuyor: yanlış yazılmış bir karakter arayın')
})

test('of many transfers, those that are skipped say why in the language of the caller, and so do faults of items', async () => {
  const [id] = await team.create([item()])
  const body = { transfer_ids: [id, TENANT] }
  const { body: approved } = await team.call('checker', 'POST', '/api/v1/transfers/bulk/approve', body, TURKISH)
  assert.deepEqual(approved.skipped, [
    {
      id: TENANT,
      reason: 'not_found',
      message: 'Bu anahtarın ve üye iş yerinin erişebildiği böyle bir transfer yok.',
    },
  ])
  const items = [item({ amount: { value: 0, currency_code: 'TRY' } })]
  const { body: checked } = await team.call('maker', 'POST', '/api/v1/transfers/bulk/check', { items }, TURKISH)
  assert.deepEqual(checked.errors, [
    {
      item_index: 0,
      field: 'amount.value',
      code: 'invalid_amount',
      message: 'alt birim (TRY için kuruş) cinsinden 1 ya da daha fazla olmalı',
    },
  ])
})
