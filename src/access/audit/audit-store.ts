/** SQL of the audit log as it is appended and verified. */
import assert from 'node:assert/strict'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto } from '../../infra/database/statements/write-rows.ts'
import type { StoredEntry } from './audit-entry.ts'

export interface Head {
  readonly tenant_id: string
  readonly seq: number
  readonly hash: Buffer
  readonly mac: Buffer
}

export type HashedEntry = StoredEntry & { readonly hash: Buffer }

/** Locks in the order of tenants, so that two transactions that lock several never deadlock. */
export const lockHeads = (tx: Tx, tenantIds: readonly string[]): Promise<Head[]> =>
  tx.query<Head>(
    `select tenant_id, seq, hash, mac from audit_heads where tenant_id = any($1::uuid[]) order by tenant_id for update`,
    [tenantIds],
    'audit-lock-heads',
  )

/** Returns those that were new. */
export const insertHeads = async (tx: Tx, heads: readonly Head[], at: Date): Promise<Set<string>> => {
  const rows = await tx.query<{ tenant_id: string }>(
    sql`insert into audit_heads (tenant_id, seq, hash, mac, at)
     select tenant_id, seq, hash, mac, ${at} from json_to_recordset(${JSON.stringify(heads.map(asJson))}) as t(tenant_id uuid, seq bigint, hash bytea, mac bytea)
     order by tenant_id on conflict do nothing returning tenant_id`,
  )
  return new Set(rows.map((row) => row.tenant_id))
}

/** Number of the last existing row, whatever the head says; 0 when there is none. */
export const lastSeq = async (tx: Tx, tenantId: string): Promise<number> => {
  const [row] = await tx.query<{ last: number | null }>(
    sql`select max(seq) as last from audit_log where tenant_id = ${tenantId}`,
  )
  return row?.last ?? 0
}

/** Rows and heads in one statement. */
export const appendRows = async (
  tx: Tx,
  entries: readonly HashedEntry[],
  heads: readonly Head[],
  at: Date,
): Promise<void> => {
  const moved = await tx.execute(APPEND, [JSON.stringify(entries.map(asJson)), JSON.stringify(heads.map(asJson)), at])
  assert.equal(moved, heads.length, 'every chain has a head')
}

const APPEND = `
  with appended as (
    insert into audit_log (tenant_id, seq, at, actor, realm, operation, outcome, code, kind, target_id, merchant_id,
      correlation_id, address, repeats, before, after, previous_hash, hash)
    select tenant_id, seq, at::timestamp at time zone 'UTC', actor, realm, operation, outcome, code, kind, target_id,
      merchant_id, correlation_id, address, repeats, before, after, previous_hash, hash
    from json_to_recordset($1) as t(tenant_id uuid, seq bigint, at text, actor text, realm text, operation text,
      outcome text, code text, kind text, target_id text, merchant_id text, correlation_id text, address text,
      repeats integer, before text, after text, previous_hash bytea, hash bytea)
  )
  update audit_heads h set seq = n.seq, hash = n.hash, mac = n.mac, at = $3
    from json_to_recordset($2) as n(tenant_id uuid, seq bigint, hash bytea, mac bytea)
   where h.tenant_id = n.tenant_id`

const asJson = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value]),
  )

/** The head and the number of the last row in one snapshot. */
export const readHead = async (tx: Tx, tenantId: string): Promise<{ head: Head | undefined; last: number }> => {
  const [row] = await tx.query<Partial<Head> & { last: number }>(
    sql`select h.tenant_id, h.seq, h.hash, h.mac, coalesce((select max(seq) from audit_log where tenant_id = ${tenantId}::uuid), 0) as last
       from (select ${tenantId}::uuid as id) as wanted left join audit_heads h on h.tenant_id = wanted.id`,
  )
  const { last, ...head } = row!
  return { head: head.tenant_id ? (head as Head) : undefined, last }
}

export const readEntries = (tx: Tx, tenantId: string, after: number, most: number): Promise<HashedEntry[]> =>
  tx.query<HashedEntry>(
    sql`select tenant_id, seq, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, actor, realm, operation,
       outcome, code, kind, target_id, merchant_id, correlation_id, address, repeats, before, after, previous_hash, hash
     from audit_log where tenant_id = ${tenantId} and seq > ${after} order by seq limit ${most}`,
  )

/** Every tenant that has, or should have, a chain. Reads across tenants. */
export const tenantsWithChains = (tx: Tx): Promise<{ tenant_id: string; slug: string | null }[]> =>
  tx.query(
    `select tenant_id, r.slug from
       (select tenant_id from realms union select tenant_id from audit_heads union select distinct tenant_id from audit_log) t
       left join realms r using (tenant_id) order by r.slug nulls last, tenant_id`,
  )

/** Heads of the chains that grew since. Reads across tenants. */
export const headsSince = (tx: Tx, seqs: ReadonlyMap<string, number>): Promise<Head[]> =>
  tx.query<Head>(
    sql`select h.tenant_id, h.seq, h.hash, h.mac from audit_heads h
       left join json_to_recordset(${JSON.stringify([...seqs].map(([tenant_id, seq]) => ({ tenant_id, seq })))}) as k(tenant_id uuid, seq bigint) on k.tenant_id = h.tenant_id
      where h.seq > coalesce(k.seq, 0) order by h.tenant_id`,
  )

/** Returns the head at which the chain was last cut; the entries after that head still exist. */
export const readCut = async (tx: Tx, tenantId: string): Promise<Head | undefined> => {
  const [row] = await tx.query<Head>(
    sql`select tenant_id, seq, hash, mac from audit_cuts where tenant_id = ${tenantId} order by seq desc limit 1`,
  )
  return row
}

/** Runs across tenants, like the next statement. Returns false if the cut already exists. */
export const insertCut = async (tx: Tx, cut: Head, at: Date): Promise<boolean> =>
  (await tx.execute(insertInto('audit_cuts', { ...cut, at }, sql`on conflict do nothing`))) === 1

export const deleteEntries = (tx: Tx, tenantId: string, upTo: number, most: number): Promise<number> =>
  tx.execute(
    sql`delete from audit_log where tenant_id = ${tenantId}
       and seq in (select seq from audit_log where tenant_id = ${tenantId} and seq <= ${upTo} order by seq limit ${most})`,
  )
