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
      'Correlation id of your choice, a uuid, which X-Correlation-Id returns. When it is absent or not a uuid, the service makes one.',
    schema: { type: 'string' },
    example: '3f2b8f0e-9a4e-4c38-9a51-0d6c1c1b7a10',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Key of your choice, unique for each operation: a repeat with the same key and the same request within 24 hours gets the first answer again and does nothing. Send one on every write that moves money.',
    schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[!-~]+$' },
    example: 'order-1001-attempt-1',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'ETag of the read that the change is based on. When the resource was changed since, the answer is 412 precondition_failed and nothing is written; without this header the last write wins.',
    schema: { type: 'string' },
    example: '"Zr2m9dQ0pVxk3bTn7yWc5A"',
  },
  XMerchantId: {
    name: 'X-Merchant-Id',
    in: 'header',
    description: 'Id of the merchant that the request is made for; it overrides the merchant of the token.',
    schema: uuid,
  },
  XExternalMerchantId: {
    name: 'X-External-Merchant-Id',
    in: 'header',
    description:
      'Your own identifier of the merchant that the request is made for; X-Merchant-Id takes precedence when both are sent.',
    schema: { type: 'string' },
  },
  XTenantId: {
    name: 'X-Tenant-Id',
    in: 'header',
    required: true,
    description: 'Id of the tenant that the token belongs to.',
    schema: uuid,
  },
}

const header = (description: string, schema: Json, isAlways = false): Json => ({
  description,
  ...(isAlways ? { required: true } : {}),
  schema,
})

/** Answer headers (docs/interface/requests.md#response-headers), by their names in components. */
export const HEADERS: Readonly<Record<string, Json>> = {
  'X-Correlation-Id': header(
    'Correlation id of the request, under which its trace is found; quote it to support.',
    uuid,
    true,
  ),
  'X-RateLimit-Limit': header(
    "Number of requests per second that the organization's plan allows.",
    { type: 'integer' },
    true,
  ),
  'X-RateLimit-Remaining': header('Number of requests that can be sent at once now.', { type: 'integer' }, true),
  'X-RateLimit-Reset': header(
    'Unix time in seconds at which the full number of requests is available again.',
    { type: 'integer' },
    true,
  ),
  'Retry-After': header(
    'Number of seconds to wait before the request is sent again.',
    { type: 'integer', minimum: 1 },
    true,
  ),
  'Idempotent-Replayed': header('Sent when the answer is that of the first call with the same Idempotency-Key.', {
    type: 'string',
    const: 'true',
  }),
  'Waits-For': header('Sent when the change, or a part of it, counts once a second person has confirmed it.', {
    type: 'string',
    const: 'second-person',
  }),
  'WWW-Authenticate': header('Kind of credentials that is missing or wrong.', { type: 'string' }, true),
  ETag: header('Tag of the version of the resource; a later write takes it in If-Match.', { type: 'string' }, true),
  Allow: header('HTTP methods that the path supports.', { type: 'string' }, true),
  'Cache-Control': header('Sent as no-store when the answer shows a token or a secret.', { type: 'string' }),
}
export const ALWAYS = ['X-Correlation-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const

/** Shapes of the problem document (docs/interface/requests.md#problem-documents). */
export const PROBLEM_SCHEMAS: Readonly<Record<string, Json>> = {
  FieldError: {
    type: 'object',
    required: ['field', 'code', 'message'],
    properties: {
      field: {
        type: 'string',
        description:
          'Dotted path of the faulty member, such as items[3].recipient.iban, or name of the query parameter.',
      },
      code: {
        type: 'string',
        description:
          'Code of the fault, such as required, invalid_type, invalid_format, unknown_value or out_of_range; new codes may appear.',
      },
      message: { type: 'string', description: 'Explanation of the fault, for people.' },
    },
  },
  Problem: {
    type: 'object',
    description: 'RFC 9457',
    required: ['type', 'title', 'status', 'code', 'detail', 'correlation_id'],
    properties: {
      type: {
        type: 'string',
        format: 'uri',
        description: 'Address of the page that explains the error; its last segment equals `code`.',
      },
      title: { type: 'string', description: 'Short name of the error, the same for every occurrence.' },
      status: { type: 'integer', description: 'HTTP status of the answer, repeated.' },
      code: { type: 'string', pattern: '^[a-z0-9_]+$', description: 'Error code to branch on; new codes may appear.' },
      detail: { type: 'string', description: 'Explanation of this occurrence and how to correct it, for people.' },
      advice: {
        type: 'string',
        description:
          'Advice on how to react to the error, for people; present when Accept-Language names English or Turkish.',
      },
      instance: { type: 'string', description: 'Path of the request that failed.' },
      correlation_id: { ...uuid, description: 'Correlation id of the request; quote it to support.' },
      error_code: {
        type: 'string',
        description: 'Finer code of a payment that failed, as reads of the payment show it.',
      },
      provider_error_code: {
        type: 'string',
        description: 'Code of the failure as the bank writes it, when the bank gave one.',
      },
      errors: {
        type: 'array',
        items: { $ref: '#/components/schemas/FieldError' },
        description: 'Faults of the request, one for each faulty member.',
      },
      transaction_id: { ...uuid, description: 'Id of the payment, when the failed call stored one.' },
      dependency: {
        type: 'string',
        enum: [...DEPENDENCIES],
        description:
          'Dependency that is unavailable, with connector_unavailable. `bank`: a connector or its configuration; `database`: the database of the platform; `fraud`: the fraud rules cannot be read; `payment`: another step of the payment is under way.',
      },
      error: { type: 'string', description: 'Error code of RFC 6749, from operations that issue or end tokens.' },
      error_description: {
        type: 'string',
        description: 'Explanation that goes with `error`, the same text as `detail`.',
      },
      etag: { type: 'string', description: 'Tag of the present version of the resource, with precondition_failed.' },
      current: { type: 'object', description: 'Present version of the resource, with precondition_failed.' },
      changed_by: {
        type: ['string', 'null'],
        description:
          'Id of the user or API key that last changed the resource, with precondition_failed; null when it is not known.',
      },
      changed_at: {
        type: 'string',
        format: 'date-time',
        description: 'Time at which the resource was last changed, with precondition_failed.',
      },
    },
  },
}

/** One worked problem document. */
export const problemExample = (code: ProblemCode, errorsBase: string): Json => {
  const { status, title, detail } = ERROR_CODES[code]
  const correlation_id = '0198f1a2-7c3d-4e4f-8a5b-6c7d8e9f0a1b'
  return { summary: title, value: { type: `${errorsBase}/${code}`, title, status, code, detail, correlation_id } }
}
