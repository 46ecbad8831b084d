/** GET /api/v1/idempotency-keys: which request of the merchant took a key. */
import { Type } from 'typebox'
import { isBoundToMerchant } from '../../access/callers/request-merchant.ts'
import { endpoint, ok } from '../../access/endpoint.ts'
import { DateTime, Int32, Nullable, Uuid } from '../../core/schema.ts'
import { findKeyHolders, toKeyHolderResponse } from '../queries/key-holders.ts'

const text = Nullable(Type.String())

const KeyHolder = Type.Object(
  {
    operation: Type.String({ description: 'The same key of another operation is another key' }),
    merchant_id: Nullable(Type.Unsafe<string>({ ...Uuid, description: 'null: the request named no merchant' })),
    transaction_id: Nullable(Type.Unsafe<string>({ ...Uuid, description: 'The payment it made or changed' })),
    status_code: Nullable(Type.Unsafe<number>({ ...Int32, description: 'Of its answer; null: it is not final yet' })),
    fingerprint: Nullable(
      Type.String({ description: 'Beginning of the fingerprint a repeat has to match; a repeat shows the same' }),
    ),
    request_body: Nullable(
      Type.String({ description: 'As it was sent, card and personal data masked; null: none is kept' }),
    ),
    requested_by: Nullable(Type.String({ description: '`sub` of the token: a user or an API key' })),
    correlation_id: text,
    created: DateTime,
    expires_at: Type.Unsafe<string>({ ...DateTime, description: 'Then the key is free again' }),
  },
  { $id: 'IdempotencyKeyHolder' },
)

export const getKeyHolders = endpoint({
  method: 'GET',
  path: '/api/v1/idempotency-keys',
  tag: 'ApiRequestLogs',
  summary: 'Find what holds an idempotency key',
  description:
    'After `idempotency_key_in_use`: the requests of this merchant that took the key in the last 24 hours, oldest first; on which operation, ' +
    'when, by whom and with which body. Empty: the key is free. Whoever is bound to the merchant is not told of requests that named none.',
  allow: 'read',
  needsMerchant: true,
  query: Type.Object({
    key: Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$', description: 'As it was sent in Idempotency-Key' }),
  }),
  answers: { 200: Type.Array(KeyHolder) },
  handle: async ({ query: { key }, tenantId, merchantId, principal, read, runtime }) => {
    const asked = { tenantId, merchantId: merchantId as string, key, isBound: isBoundToMerchant(principal) } // needsMerchant
    const holders = await read((tx) => findKeyHolders(tx, asked, runtime.clock.ms()))
    return ok(holders.map(toKeyHolderResponse))
  },
})
