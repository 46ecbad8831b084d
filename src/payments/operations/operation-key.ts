/**
 * The key of a capture, void or refund. It identifies one operation, whichever form of the path was used and whether or
 * not a header named the merchant.
 */
import type { Call } from '../../access/endpoint.ts'
import { fingerprintRequest } from '../../access/idempotency/request-fingerprint.ts'
import { PAYMENTS_PATH } from '../attempts/payment-services.ts'
import type { OperationKind } from '../model/operation.ts'
import type { OperationBody } from './operation-schemas.ts'

const operationRoutes = (kind: OperationKind): string[] => [
  `POST ${PAYMENTS_PATH}/:transaction_id/${kind}`,
  `POST /api/v1/${kind}`,
]

/** Returns the stored form: merchant, route and the caller's key. Only the route contains a space. */
export const toStoredKey = (merchantId: string | null, route: string, key: string): string =>
  `${merchantId ?? '-'} ${route} ${key}`

/**
 * Returns all forms under which the key may be stored. Keys are stored as received, so that an earlier release finds
 * them as well.
 */
export const equivalentKeys = (kind: OperationKind, stored: string, merchantId: string): string[] => {
  const [, verb, path, key] = stored.split(' ')
  const routes = operationRoutes(kind)
  if (key === undefined || !routes.includes(`${verb} ${path}`)) return [stored]
  return [null, merchantId].flatMap((merchant) => routes.map((route) => toStoredKey(merchant, route, key)))
}

/** Returns what the caller called it: the same for all forms of the key. */
export const callersKey = (stored: string): string => stored.split(' ')[3] ?? stored

/** Returns all forms of a merchant's key that any of these operations may have stored. */
export const storedKeys = (merchantId: string, key: string): string[] =>
  OPERATION_KINDS.flatMap((kind) =>
    [null, merchantId].flatMap((merchant) => operationRoutes(kind).map((route) => toStoredKey(merchant, route, key))),
  )
const OPERATION_KINDS: readonly OperationKind[] = ['capture', 'void', 'refund']

type Repeatable = Pick<Call<unknown, unknown, OperationBody>, 'request' | 'body' | 'runtime' | 'tenantId'>

/**
 * Returns the same fingerprint for all forms of the request, which name the payment in the path, in the body or in
 * both.
 */
export const fingerprintOperation = (
  kind: OperationKind,
  paymentId: string,
  { request, body, runtime, tenantId }: Repeatable,
): Buffer => {
  const query = request.url.slice(request.path.length)
  const { transaction_id: _, ...rest } = body
  const url = `${PAYMENTS_PATH}/${paymentId}/${kind}${query}`
  return fingerprintRequest({ request: { method: request.method, url }, body: rest, runtime, tenantId })
}
