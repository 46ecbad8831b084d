/** The parts all OpenAPI documents share: headers of requests and answers, the problem document, one example per code. */

import { ERROR_CODES, type ProblemCode } from '../../core/error-codes.ts'
import { DEPENDENCIES } from '../../core/problem.ts'
import type { Json } from './openapi-schemas.ts'

const uuid = { type: 'string', format: 'uuid' }

/** Request headers (docs/interface/requests.md#request-headers). */
export const PARAMETERS: Readonly<Record<string, Json>> = {
  XRequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Correlation id of your choice, a uuid; anything else is as if it were absent: the service makes one. Answered in X-Correlation-Id',
    schema: { type: 'string' },
    example: '3f2b8f0e-9a4e-4c38-9a51-0d6c1c1b7a10',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A repeat with the same key and the same request within 24 hours gets the first answer again and does nothing. Send one on every write that moves money',
    schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[!-~]+$' },
    example: 'order-1001-attempt-1',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'ETag of the read that the change is based on: 412 precondition_failed where the resource was changed since, and nothing is written. Without it the last write wins',
    schema: { type: 'string' },
    example: '"Zr2m9dQ0pVxk3bTn7yWc5A"',
  },
  XMerchantId: {
    name: 'X-Merchant-Id',
    in: 'header',
    description: "Merchant of this request; overrides the token's merchant",
    schema: uuid,
  },
  XExternalMerchantId: {
    name: 'X-External-Merchant-Id',
    in: 'header',
    description: 'The same by your own merchant identifier; X-Merchant-Id wins when both are sent',
    schema: { type: 'string' },
  },
  XTenantId: { name: 'X-Tenant-Id', in: 'header', required: true, description: "The token's tenant", schema: uuid },
}

const header = (description: string, schema: Json, isAlways = false): Json => ({
  description,
  ...(isAlways ? { required: true } : {}),
  schema,
})

/** Answer headers (docs/interface/requests.md#response-headers), by their names in components. */
export const HEADERS: Readonly<Record<string, Json>> = {
  'X-Correlation-Id': header('Request id in the log chain; the key of the trace', uuid, true),
  'X-RateLimit-Limit': header("Requests per second of the organization's plan", { type: 'integer' }, true),
  'X-RateLimit-Remaining': header('Requests left in the bucket', { type: 'integer' }, true),
  'X-RateLimit-Reset': header('Unix time (seconds) at which the bucket is full again', { type: 'integer' }, true),
  'Retry-After': header('Whole seconds to wait', { type: 'integer', minimum: 1 }, true),
  'Idempotent-Replayed': header('The answer of the first call, given again', { type: 'string', const: 'true' }),
  'WWW-Authenticate': header('What kind of credentials is missing or wrong', { type: 'string' }, true),
  ETag: header('Changes with what people set of the resource; a write takes it in If-Match', { type: 'string' }, true),
  Allow: header('Methods of this path', { type: 'string' }, true),
  'Cache-Control': header('no-store, where the answer shows a token or a secret', { type: 'string' }),
}
export const ALWAYS = ['X-Correlation-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const

/** Shapes of the problem document (docs/interface/requests.md#problem-documents). */
export const PROBLEM_SCHEMAS: Readonly<Record<string, Json>> = {
  FieldError: {
    type: 'object',
    required: ['field', 'code', 'message'],
    properties: {
      field: { type: 'string', description: 'Dotted path such as items[3].recipient.iban, or a query parameter' },
      code: { type: 'string', description: 'required, invalid_type, invalid_format, unknown_value, out_of_range, ...' },
      message: { type: 'string' },
    },
  },
  Problem: {
    type: 'object',
    description: 'RFC 9457',
    required: ['type', 'title', 'status', 'code', 'detail', 'correlation_id'],
    properties: {
      type: { type: 'string', format: 'uri', description: 'Page of the code; its last segment equals code' },
      title: { type: 'string' },
      status: { type: 'integer' },
      code: { type: 'string', pattern: '^[a-z0-9_]+$', description: 'Machine-readable; new codes may appear' },
      detail: { type: 'string', description: 'What was wrong and how to correct it; for people' },
      advice: { type: 'string', description: 'What to do about it; where Accept-Language names English or Turkish' },
      instance: { type: 'string' },
      correlation_id: uuid,
      error_code: {
        type: 'string',
        description: 'Of a failed payment write: the finer code, as reads of the payment show it',
      },
      provider_error_code: { type: 'string', description: "The bank's own code" },
      errors: { type: 'array', items: { $ref: '#/components/schemas/FieldError' } },
      transaction_id: { ...uuid, description: 'Of a payment write that stored a payment' },
      dependency: {
        type: 'string',
        enum: [...DEPENDENCIES],
        description:
          'Of connector_unavailable: what is away. `bank`: a connector or its configuration; `database`: ours; `fraud`: the rules cannot be read; `payment`: another step of it is under way',
      },
      error: { type: 'string', description: 'Of operations that hand out or end tokens: the code of RFC 6749' },
      error_description: { type: 'string', description: 'Beside `error`: the same text as `detail`' },
      etag: { type: 'string', description: 'Of precondition_failed: the tag of what is there now' },
      current: { type: 'object', description: 'Of precondition_failed: what is there now' },
      changed_by: {
        type: ['string', 'null'],
        description: 'Of precondition_failed: who changed it last, where it is known',
      },
      changed_at: { type: 'string', format: 'date-time', description: 'Of precondition_failed: when that was' },
    },
  },
}

/** One worked problem document. */
export const problemExample = (code: ProblemCode, errorsBase: string): Json => {
  const { status, title, detail } = ERROR_CODES[code]
  const correlation_id = '0198f1a2-7c3d-4e4f-8a5b-6c7d8e9f0a1b'
  return { summary: title, value: { type: `${errorsBase}/${code}`, title, status, code, detail, correlation_id } }
}
