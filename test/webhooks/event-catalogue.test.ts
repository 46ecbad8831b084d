/** The event types in the order of the interface, their payloads, and the bytes of the two published examples. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { buildEventBody } from '../../src/webhooks/events/event-body.ts'
import {
  EVENT_CATALOGUE,
  type EventData,
  type EventType,
  listEventTypes,
  UNSUPPORTED_EVENTS,
} from '../../src/webhooks/events/event-catalogue.ts'

const MERCHANT = '00000000-0000-4000-8000-000000000020'
const COMPLETED: EventData<'payment.completed'> = {
  external_id: 'ORDER-1001',
  sequence: 1,
  card_brand: 'visa',
  masked_card_number: '454671******7894',
  error_message: null,
  error_code: null,
  auth_code: '482913',
  provider_transaction_id: 'SIM-0f8c1f0e6a524d0e9b1f',
  merchant_id: MERCHANT,
  currency: 'TRY',
  amount: 15000,
  status: 'completed',
  transaction_id: '0f8c1f0e-6a52-4d0e-9b1f-2f6f3f0a7c11',
}

/** In the order in which the interface publishes them; a new type goes to the end of its surface. */
const PUBLISHED = {
  cards: [
    'payment.completed',
    'payment.failed',
    'payment.authorized',
    'capture.completed',
    'void.completed',
    'refund.completed',
    '3ds.completed',
    '3ds.failed',
    'subscription.charged',
    'subscription.failed',
    'subscription.cancelled',
    'subscription.completed',
    'subscription.charge.reversed',
    'subscription.charge.failed',
    'chargeback.opened',
    'chargeback.resolved',
    'settlement.created',
    'settlement.completed',
  ],
  transfers: ['transfer.created', 'transfer.succeeded', 'transfer.failed'],
}

test('the types of each surface, in the published order', () => {
  assert.deepEqual({ cards: listEventTypes('cards'), transfers: listEventTypes('transfers') }, PUBLISHED)
  for (const name of [...UNSUPPORTED_EVENTS.cards, ...UNSUPPORTED_EVENTS.transfers])
    assert.ok(!Object.hasOwn(EVENT_CATALOGUE, name))
})

test('the example of payment.completed, whatever the order of the members handed in', () => {
  assert.equal(
    buildEventBody(
      'evt_4f0c2d9e8b7a4c3d9e1f2a3b4c5d6e7f',
      'payment.completed',
      Date.UTC(2026, 4, 11, 9, 30),
      COMPLETED,
    ),
    '{"id":"evt_4f0c2d9e8b7a4c3d9e1f2a3b4c5d6e7f","type":"payment.completed","created_at":"2026-05-11T09:30:00.000+00:00","data":{"transaction_id":"0f8c1f0e-6a52-4d0e-9b1f-2f6f3f0a7c11","status":"completed","amount":15000,"currency":"TRY","merchant_id":"00000000-0000-4000-8000-000000000020","provider_transaction_id":"SIM-0f8c1f0e6a524d0e9b1f","auth_code":"482913","error_code":null,"error_message":null,"masked_card_number":"454671******7894","card_brand":"visa","sequence":1,"external_id":"ORDER-1001"}}',
  )
})

test('the example of transfer.failed: a member that may be left out is left out', () => {
  assert.equal(
    buildEventBody('evt_9a8b7c6d5e4f40312233445566778899', 'transfer.failed', Date.UTC(2026, 4, 11, 9, 31), {
      transfer_id: '7c0d9a52-3b1e-4f6a-8d2c-5e4f3a2b1c0d',
      external_id: 'PAY-77',
      merchant_id: MERCHANT,
      status: 'failed',
      amount: 250002,
      currency: 'TRY',
      transfer_type: 'fast',
      error_code: 'insufficient_balance',
      error_message: 'The balance of the source account is too low',
      provider_error_code: '01',
      retry_count: 0,
      processed_date: '2026-05-11T09:31:00.000+00:00',
    }),
    '{"id":"evt_9a8b7c6d5e4f40312233445566778899","type":"transfer.failed","created_at":"2026-05-11T09:31:00.000+00:00","data":{"transfer_id":"7c0d9a52-3b1e-4f6a-8d2c-5e4f3a2b1c0d","external_id":"PAY-77","merchant_id":"00000000-0000-4000-8000-000000000020","status":"failed","amount":250002,"currency":"TRY","transfer_type":"fast","error_code":"insufficient_balance","error_message":"The balance of the source account is too low","provider_error_code":"01","retry_count":0,"processed_date":"2026-05-11T09:31:00.000+00:00"}}',
  )
})

test('a payload with a missing or unknown member is a programming error', () => {
  const tooMany = { ...COMPLETED, colour: 'red' } as EventData<'payment.completed'>
  const { sequence: _, ...rest } = COMPLETED
  assert.throws(() => buildEventBody('evt_1', 'payment.completed', 0, tooMany), /differs from the catalogue/)
  assert.throws(
    () => buildEventBody('evt_1', 'payment.completed', 0, rest as EventData<'payment.completed'>),
    /differs/,
  )
})

test('a card number in a bank’s message is masked, other digits stay', () => {
  const text = buildEventBody('evt_1', 'payment.failed', 0, {
    ...COMPLETED,
    status: 'failed',
    amount: 4111111111111111,
    error_code: 'bank_declined',
    error_message: 'card 4111 1111 1111 1111 refused',
    provider_error_code: '05',
  })
  const { data } = JSON.parse(text)
  assert.equal(data.error_message, 'card 411111******1111 refused')
  assert.equal(data.amount, 4111111111111111)
})

const schemas = new Ajv({ strict: false })
addFormats.default(schemas)
for (const [type, { payload }] of Object.entries(EVENT_CATALOGUE)) {
  test(`${type}: a payload made from its own schema passes it and stays far below 20 KB`, () => {
    const data = Object.fromEntries(
      Object.entries(payload.properties).map(([name, schema]) => [name, sampleOf(schema as Schema)]),
    )
    const body = buildEventBody('evt_0123456789abcdef0123456789abcdef', type as EventType, 0, data as never)
    const validate = schemas.compile(JSON.parse(JSON.stringify(payload)))
    assert.ok(validate(JSON.parse(body).data), JSON.stringify(validate.errors))
    assert.ok(!validate({ ...data, more: 1 }))
    assert.ok(Buffer.byteLength(body) < 20 * 1024)
  })
}

interface Schema {
  type?: string
  format?: string
  enum?: string[]
  anyOf?: Schema[]
}
const sampleOf = (schema: Schema): unknown => {
  const form = schema.anyOf?.[0] ?? schema
  if (form.enum) return form.enum[0]
  if (form.type === 'integer') return 1
  if (form.format === 'uuid') return MERCHANT
  if (form.format === 'date-time') return '2026-05-11T09:30:00.000+00:00'
  return 'text'
}
