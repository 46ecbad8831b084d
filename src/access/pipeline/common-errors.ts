/** Codes an operation may return without naming them itself (docs/interface/requests.md#common-errors), derived from its definition. */
import type { ProblemCode } from '../../core/problem.ts'
import type { Endpoint, SurfaceName } from '../endpoint.ts'
import { findConfigurationMembers } from '../input/named-configurations.ts'
import { rangeNames, rangeProblemCode } from '../input/query-ranges.ts'
import { requiredProduct } from './authorize.ts'

/** Every code of an operation, its own first. */
export const possibleErrors = (surface: SurfaceName, spec: Endpoint): ProblemCode[] => {
  const hasToken = spec.allow !== 'none'
  const hasMerchant = hasToken && (surface === 'cards' || surface === 'transfers')
  const when = (condition: boolean, ...codes: ProblemCode[]): ProblemCode[] => (condition ? codes : [])
  return [
    ...new Set([
      ...(spec.errors ?? []),
      ...when(true, 'route_not_found', 'method_not_allowed', 'https_required', 'internal_server_error'),
      ...when(spec.limit !== 'none', 'rate_limit_exceeded'),
      ...when(hasToken, 'invalid_token', 'token_expired', 'forbidden', 'realm_suspended', 'connector_unavailable'),
      ...when(hasToken, 'service_unavailable'), // the keys of an external issuer cannot be read
      ...when(hasToken && requiredProduct(surface, spec) !== null, 'product_not_licensed'),
      ...when(hasMerchant, 'merchant_not_found', 'merchant_inactive'),
      ...when(spec.needsMerchant === true, 'merchant_id_required'),
      ...when(hasToken && surface === 'transfers', 'tenant_id_required'),
      ...when(takesInput(surface, spec), 'bad_request'),
      ...when(spec.body !== undefined, 'invalid_json'),
      ...when(
        spec.body !== undefined || spec.takesFile !== undefined,
        'unsupported_media_type',
        'payload_too_large',
        'service_unavailable',
      ),
      ...when(spec.fourEyes === 'decide' || spec.fourEyes === 'send', 'four_eyes_violation'),
      ...when(acceptsIdempotencyKey(spec), 'idempotency_key_in_use'),
      ...when(acceptsIfMatch(spec), 'precondition_failed', 'bad_request'),
      ...when(hasPathValue(spec), spec.notFound ?? 'resource_not_found'),
      ...when(hasPathValue(spec), 'bad_request'), // broken %XX
      ...when(hasPathValue(spec) || spec.query !== undefined, 'uri_too_long'),
      ...when(findConfigurationMembers(spec).length > 0, 'connector_not_found'),
      ...when(hasRange(spec), rangeProblemCode(surface)),
    ]),
  ]
}

/** Returns whether the operation takes Idempotency-Key. */
export const acceptsIdempotencyKey = (spec: Endpoint): boolean =>
  spec.method === 'POST' && spec.allow !== 'none' && spec.idempotent !== false

/** Returns whether the operation takes If-Match. */
export const acceptsIfMatch = ({ isTagged = false, method }: Pick<Endpoint, 'isTagged' | 'method'>): boolean =>
  isTagged && method !== 'GET'

const takesInput = (surface: SurfaceName, spec: Endpoint): boolean =>
  spec.query !== undefined ||
  spec.body !== undefined ||
  acceptsIdempotencyKey(spec) ||
  (surface === 'transfers' && spec.allow !== 'none')

/** A value in the path that may not exist. */
const hasPathValue = (spec: Endpoint): boolean => Object.keys((spec.params?.properties ?? {}) as object).length > 0

/** A range of the query may arrive the wrong way round, or be too wide. */
const hasRange = (spec: Endpoint): boolean => rangeNames(spec).length > 0
