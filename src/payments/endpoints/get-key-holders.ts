/** GET /api/v1/idempotency-keys: which request of the merchant took a key. */
import { Type } from 'typebox'
import { isBoundToMerchant } from '../../access/callers/request-merchant.ts'
import { endpoint, ok } from '../../access/endpoint.ts'
import { CorrelationId, Created } from '../../core/members/record-members.ts'
import { DateTime, described, Int32, Nullable, NullableText, Uuid } from '../../core/schema.ts'
import { type FindKeyHolders, findKeyHolders, toKeyHolderResponse } from '../queries/payment-key-holders.ts'

const KeyHolder = Type.Object(
  {
    operation: Type.String({
      description: 'Operation that the key was sent with; the same key of another operation is another key.',
    }),
    merchant_id: described(Nullable(Uuid), 'Id of the merchant that the request named; null when it named none.'),
    transaction_id: described(
      Nullable(Uuid),
      'Id of the payment that the request created or changed; null when it did neither.',
    ),
    status_code: described(Nullable(Int32), 'HTTP status of the answer; null while it is not final yet.'),
    fingerprint: NullableText(
      'Beginning of the fingerprint of the request; a repeat has to match it. Null when none is kept.',
    ),
    request_body: NullableText(
      'Body of the request as it was sent, card and personal data masked; null when none is kept.',
    ),
    requested_by: NullableText(
      'Id of the user or API key that sent the request: `sub` of its token; null when it is not known.',
    ),
    correlation_id: CorrelationId,
    created: Created,
    expires_at: described(DateTime, 'Time from which the key is free again.'),
  },
  { $id: 'IdempotencyKeyHolder' },
)

export const getKeyHolders = (findOthers: FindKeyHolders) =>
  endpoint({
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
      key: Type.String({
        pattern: '^[\\x21-\\x7e]{1,128}$',
        description: 'Idempotency key as it was sent in Idempotency-Key.',
      }),
    }),
    answers: { 200: Type.Array(KeyHolder) },
    handle: async ({ query: { key }, tenantId, merchantId, principal, read, runtime }) => {
      const asked = { tenantId, merchantId: merchantId as string, key, isBound: isBoundToMerchant(principal) } // needsMerchant
      const holders = await read((tx) => findKeyHolders(tx, asked, runtime.clock.ms(), findOthers))
      return ok(holders.map(toKeyHolderResponse))
    },
  })
