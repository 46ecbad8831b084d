/** Finds the request that took an Idempotency-Key, among all operations of a merchant that accept one. */
import { isFree, KEY_LIFE_MS } from '../../access/idempotency/idempotency-key.ts'
import { isoTime } from '../../core/clock.ts'
import { ZERO_ID } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { joinByKey } from '../../infra/database/key-join.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { PAYMENTS_PATH } from '../attempts/payment-services.ts'
import { toPaymentKey } from '../charge/payment-kind.ts'
import { findOperation, keysWithClaims } from '../model/operation-store.ts'
import { findPaymentByKey } from '../model/payment-store.ts'
import { storedKeys } from '../operations/operation-key.ts'

export interface KeyHolder {
  readonly operation: string
  readonly merchant_id: string | null
  /** The payment that the request created or changed. */
  readonly transaction_id: string | null
  readonly status_code: number | null
  readonly fingerprint: Buffer | null
  readonly created: Date
  readonly requested_by: string | null
  readonly correlation_id: string | null
  /** Request body with card and personal data masked. */
  readonly request_body: string | null
}

export interface AskedKey {
  readonly tenantId: string
  readonly merchantId: string
  readonly key: string
  /** The caller is bound to this merchant, so requests of the whole tenant or of another merchant are not shown. */
  readonly isBound: boolean
}

/** Finds holders in other modules. */
export type FindKeyHolders = (tx: Tx, asked: AskedKey) => Promise<KeyHolder[]>

/** Returns holders, oldest first, without those whose key is free again. */
export const findKeyHolders = async (
  tx: Tx,
  asked: AskedKey,
  nowMs: number,
  findOthers: FindKeyHolders,
): Promise<KeyHolder[]> => {
  const found = [
    ...(await holdingPayments(tx, asked)),
    ...(await holdingOperations(tx, asked)),
    ...(await findOthers(tx, asked)),
    ...(await otherHolders(tx, asked)),
  ]
  return found
    .filter(({ created }) => !isFree(created, nowMs))
    .sort((a, b) => a.created.getTime() - b.created.getTime())
}

const KINDS = [
  ['plain', `POST ${PAYMENTS_PATH}`],
  ['3d', `POST ${PAYMENTS_PATH}/3d/init`],
] as const

const holdingPayments = async (tx: Tx, { tenantId, merchantId, key }: AskedKey): Promise<KeyHolder[]> => {
  const holders: KeyHolder[] = []
  for (const [kind, operation] of KINDS) {
    const claim = {
      tenant_id: tenantId,
      merchant_id: merchantId,
      idempotency_key: toPaymentKey(kind, key),
      id: ZERO_ID,
    }
    const payment = await findPaymentByKey(tx, claim)
    if (payment === undefined) continue
    const { id, answer_status, actor, client_id, ...row } = payment
    holders.push({
      ...row,
      operation,
      transaction_id: id,
      status_code: answer_status,
      requested_by: actor ?? client_id,
    })
  }
  return holders
}

const holdingOperations = async (tx: Tx, { tenantId, merchantId, key }: AskedKey): Promise<KeyHolder[]> => {
  const stored = storedKeys(merchantId, key)
  const claims = await tx.query<{ key: string; holder: string }>(
    `select w.k as key, c.holder from ${keysWithClaims('$1', '$2')}
       join idempotency_claims c on ${joinByKey('c', { tenant_id: 'w.t', claim: 'w.claim' })}`,
    [stored.map(() => tenantId), stored],
  )
  const holders: KeyHolder[] = []
  for (const claim of claims) {
    const operation = await findOperation(tx, tenantId, claim.holder)
    if (operation?.merchant_id !== merchantId) continue
    const { payment_id, answer_status, created_by, client_id, ...row } = operation
    const [, verb, route] = claim.key.split(' ')
    const requested_by = created_by ?? client_id
    holders.push({
      ...row,
      operation: `${verb} ${route}`.replace(/:(\w+)/g, '{$1}'),
      transaction_id: payment_id,
      status_code: answer_status,
      requested_by,
    })
  }
  return holders
}

/**
 * Finds holders among operations that change only our own rows; these store their keys in one table, scoped by
 * merchant, surface and operation.
 */
const otherHolders = async (tx: Tx, { tenantId, merchantId, key, isBound }: AskedKey): Promise<KeyHolder[]> => {
  const rows = await tx.query<{ scope: string; status: number | null; fingerprint: Buffer; created: Date }>(
    sql`select scope, status, fingerprint, created from idempotency_keys where tenant_id = ${tenantId} and key = ${key}`,
  )
  return rows.flatMap(({ scope, status, fingerprint, created }) => {
    const [merchant, , verb, path = ''] = scope.split(' ')
    if (merchant !== merchantId && (isBound || merchant !== '-')) return []
    return {
      operation: `${verb} ${path.replace(/:(\w+)/g, '{$1}')}`,
      merchant_id: merchant === '-' ? null : merchantId,
      transaction_id: null,
      status_code: status,
      fingerprint,
      created,
      requested_by: null,
      correlation_id: null,
      request_body: null,
    }
  })
}

export const toKeyHolderResponse = (holder: KeyHolder) => ({
  operation: holder.operation,
  merchant_id: holder.merchant_id,
  transaction_id: holder.transaction_id,
  status_code: holder.status_code,
  fingerprint: holder.fingerprint?.subarray(0, FINGERPRINT_BYTES).toString('hex') ?? null,
  request_body: holder.request_body,
  requested_by: holder.requested_by,
  correlation_id: holder.correlation_id,
  created: isoTime(holder.created),
  expires_at: isoTime(holder.created.getTime() + KEY_LIFE_MS),
})
/** Long enough to distinguish two requests, too short to search for a body that produces it. */
const FINGERPRINT_BYTES = 8
