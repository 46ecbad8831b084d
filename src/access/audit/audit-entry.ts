/** One entry of the audit log, and the texts its hashes are computed over. */

/** An entry to record; number, time and hashes are added when it is appended. */
export interface NewEntry {
  /** The owner of its chain: the tenant whose rows changed, or the platform's own realm. */
  readonly tenantId: string
  /** `sub` of the token, or the id the caller claimed; null: unknown. */
  readonly actor: string | null
  /** Slug of the actor's realm. */
  readonly realm: string | null
  /** Such as `POST /api/v1/merchants/{id}`, or a command of the command line. */
  readonly operation: string
  readonly outcome: 'done' | 'refused'
  /** Problem code of a refused operation. */
  readonly code: string | null
  readonly kind: string | null
  readonly targetId: string | null
  readonly merchantId: string | null
  readonly correlationId: string | null
  readonly address: string | null
  /** Number of refusals that this entry counts; default 1. */
  readonly repeats?: number
  /** Masked when it is appended. */
  readonly before: unknown
  readonly after: unknown
}

/** A row as the database returns it, each value as the text that was hashed. */
export interface StoredEntry {
  readonly tenant_id: string
  readonly seq: number
  /** UTC with microseconds, such as 2026-05-11T09:30:00.123000. */
  readonly at: string
  readonly actor: string | null
  readonly realm: string | null
  readonly operation: string
  readonly outcome: string
  readonly code: string | null
  readonly kind: string | null
  readonly target_id: string | null
  readonly merchant_id: string | null
  readonly correlation_id: string | null
  readonly address: string | null
  readonly repeats: number
  readonly before: string | null
  readonly after: string | null
  readonly previous_hash: Buffer
}

/** Previous hash of the first entry of a chain. */
export const NOTHING_BEFORE = Buffer.alloc(32)
/** Previous hash of an entry appended after a forged head: no hash equals it, so the break stays visible. */
export const BROKEN_BEFORE = Buffer.alloc(32, 0xff)

/** A list, so that no two entries produce the same text. A member added to an entry needs a new version tag in front. */
export const entryText = (entry: StoredEntry): string =>
  JSON.stringify([
    'entry 1',
    entry.tenant_id,
    entry.seq,
    entry.at,
    entry.actor,
    entry.realm,
    entry.operation,
    entry.outcome,
    entry.code,
    entry.kind,
    entry.target_id,
    entry.merchant_id,
    entry.correlation_id,
    entry.address,
    entry.repeats,
    entry.before,
    entry.after,
    entry.previous_hash.toString('hex'),
  ])

export const headText = (head: { tenant_id: string; seq: number; hash: Buffer }): string =>
  JSON.stringify(['head 1', head.tenant_id, head.seq, head.hash.toString('hex')])

/** A cut has the members of a head, under another prefix, so no head that was once valid can be passed off as a cut. */
export const cutText = (cut: { tenant_id: string; seq: number; hash: Buffer }): string =>
  JSON.stringify(['cut 1', cut.tenant_id, cut.seq, cut.hash.toString('hex')])
