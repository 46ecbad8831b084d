/** Idempotency of POSTs that only change our own rows: claim, change and response are one transaction. */
import { hash } from 'node:crypto'
import { isoTime } from '../../core/clock.ts'
import type { Sealer, SealWithKey } from '../../infra/crypto/sealer.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { type Row, updateTable } from '../../infra/database/statements/write-rows.ts'
import type { Answer } from '../endpoint.ts'
import { freeSince, isFree, refuseOtherRequest } from './idempotency-key.ts'

export interface Claim {
  tenantId: string
  /** Merchant and operation: the same key elsewhere is another operation. */
  scope: string
  key: string
  fingerprint: Buffer
  /** `sub` of the token. */
  actor: string
  nowMs: number
}

/** Runs `work` unless the key has a response already; then returns that response again, byte for byte. `seal`: of the claim's tenant. */
export const runOnce = async (
  tx: Tx,
  claim: Claim,
  { sealer, seal }: { sealer: Pick<Sealer, 'open'>; seal: SealWithKey },
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> => {
  const kept = await claimKey(tx, claim)
  if (kept) return replay(tx, kept, claim, sealer)
  const answer = await work(tx)
  const bodyText = answer.bodyText ?? (answer.body === undefined ? null : JSON.stringify(answer.body))
  await keepAnswer(tx, claim, seal, answer, bodyText)
  return bodyText === null ? answer : { ...answer, bodyText }
}

/**
 * Returns the stored response to a call that was refused before it could claim its key; undefined if the key has none.
 * Throws for another request.
 */
export const findAnswer = async (tx: Tx, claim: Claim, sealer: Pick<Sealer, 'open'>): Promise<Answer | undefined> => {
  const kept = await findKept(tx, claim)
  return kept === undefined || isFree(kept.created, claim.nowMs) ? undefined : replay(tx, kept, claim, sealer)
}

interface Kept
  extends Row<'idempotency_keys', 'fingerprint' | 'status' | 'headers' | 'body' | 'body_sealed' | 'created'> {
  status: number
  headers: Record<string, string> | null
}

/** Waits for a running first call of the same key: its row is not committed before its response is. */
const claimKey = async (tx: Tx, claim: Claim): Promise<Kept | undefined> => {
  const now = isoTime(claim.nowMs)
  const over = isoTime(freeSince(claim.nowMs))
  const fresh = await tx.query(
    sql`insert into idempotency_keys as k (tenant_id, scope, key, fingerprint, created) values (${claim.tenantId}, ${claim.scope}, ${claim.key}, ${claim.fingerprint}, ${now})
     on conflict (tenant_id, scope, key) do update
       set fingerprint = excluded.fingerprint, status = null, headers = null, body = null, body_sealed = null, created = excluded.created
       where k.created <= ${over}
     returning 1`,
  )
  return fresh.length > 0 ? undefined : findKept(tx, claim)
}

const findKept = async (tx: Tx, { tenantId, scope, key }: Claim): Promise<Kept | undefined> => {
  const [kept] = await tx.query<Kept>(
    sql`select fingerprint, status, headers, body, body_sealed, created from idempotency_keys where tenant_id = ${tenantId} and scope = ${scope} and key = ${key}`,
  )
  return kept
}

const keepAnswer = async (
  tx: Tx,
  claim: Claim,
  seal: SealWithKey,
  answer: Answer,
  bodyText: string | null,
): Promise<void> => {
  const sealed = answer.carriesSecret && bodyText !== null ? seal(toStoredKey(claim), bodyText) : null
  await tx.execute(
    updateTable(
      'idempotency_keys',
      { tenant_id: claim.tenantId, scope: claim.scope, key: claim.key },
      {
        status: answer.status,
        headers: answer.headers ? JSON.stringify(answer.headers) : null,
        body: sealed === null ? bodyText : null,
        body_sealed: sealed,
        fingerprint: sealed === null ? claim.fingerprint : fingerprintOfSecret(claim),
      },
    ),
  )
}

const replay = async (tx: Tx, kept: Kept, claim: Claim, sealer: Pick<Sealer, 'open'>): Promise<Answer> => {
  refuseOtherRequest(kept.fingerprint, kept.body_sealed === null ? claim.fingerprint : fingerprintOfSecret(claim))
  const body = kept.body_sealed
    ? await sealer.open(claim.tenantId, toStoredKey(claim), kept.body_sealed, tx)
    : kept.body
  return {
    status: kept.status,
    isReplay: true,
    carriesSecret: kept.body_sealed !== null,
    ...(body === null ? {} : { bodyText: body }),
    ...(kept.headers === null ? {} : { headers: kept.headers }),
  }
}

/** A response with a secret is only replayed to its first recipient: another caller of the key has another fingerprint. */
const fingerprintOfSecret = ({ fingerprint, actor }: Claim): Buffer =>
  hash('sha256', Buffer.concat([fingerprint, Buffer.from(actor)]), 'buffer')

const toStoredKey = (claim: Claim) => ({
  table: 'idempotency_keys',
  rowId: `${claim.scope} ${claim.key}`,
  column: 'body_sealed',
})

/** Deletes expired keys; returns how many. One tenant at a time. */
export const purgeKeys = (tx: Tx, tenantId: string, nowMs: number): Promise<number> =>
  tx.execute(
    sql`delete from idempotency_keys where tenant_id = ${tenantId} and created <= ${isoTime(freeSince(nowMs))}`,
  )
