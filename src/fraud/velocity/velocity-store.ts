/** SQL that counts velocity and stores the entries. It is in one piece because all statements of its two tables share their columns. */
import type { Tx } from '../../infra/database/database.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import { SUBJECT_KINDS, type SubjectKind } from './counting-plan.ts'
import { AGE_BUCKETS_S, type BucketRange, CLOCK_SKEW_S } from './velocity-windows.ts'

/** A check as it is counted. */
export interface VelocityRow
  extends Partial<Record<SubjectKind, number | null>>,
    Row<'fraud_velocity', 'tenant_id' | 'check_id' | 'at' | 'amount' | 'currency' | 'failed'> {
  /** Second since 1970, platform clock. */
  at: number
}

/** A subject at the second from which its windows reach back; `i` is its index in the result. */
export interface VelocityKey {
  readonly i: number
  readonly tenantId: string
  readonly subject: number
  readonly nowS: number
}

export interface VelocitySums {
  i: number
  /** For entries: their age bucket. For stored sums: the window, in seconds. */
  part: number
  currency: string
  count: number
  amount: number
  declined: number
}

export interface VelocityCardSums {
  i: number
  /** Age bucket in which they were last seen. */
  part: number
  cards: number
  /** The cards among them that the current checks have. */
  seen: string[] | null
}

/**
 * Prevents other transactions from counting in these scopes until this one ends. Locks in one order, so that
 * no two deadlock. Counts are planned once: a plan made for each batch would cost more than the counting.
 */
export const lockScopes = (tx: Tx, scopes: ReadonlySet<string>): Promise<unknown> =>
  tx.query(
    `select set_config('plan_cache_mode', 'force_generic_plan', true),
       pg_advisory_xact_lock(hashtextextended('fraud_velocity ' || scope, 0)) from unnest($1::text[]) as scope`,
    [[...scopes].sort()],
    'velocity-lock',
  )

/**
 * Entries of a subject beyond which none is counted: a shop that sends its own address as every buyer's must not make its
 * payments slower and slower. The newest count.
 */
const COUNTED_MAX = 10_000
/** A subject with more entries than this is summed up by the database; the few of others are counted here. */
export const LOW_VOLUME_MAX = 50

const AGE_BUCKETS = `'{${AGE_BUCKETS_S.join(',')}}'::int8[]`
/** Only index conditions find a subject: a prepared plan must not find rows by their tenant (migrations/0011). */
const entriesSql = (
  kind: SubjectKind,
  first: number,
  columns: string,
  most = `order by v.at desc limit ${COUNTED_MAX}`,
): string => `
  from unnest($${first}::int4[], $${first + 1}::uuid[], $${first + 2}::int8[], $${first + 3}::int8[])
    as p (i, tenant_id, subject, now_s)
  cross join lateral (
    select ${columns} from fraud_velocity v
    where v.${kind} = p.subject and v.at > p.now_s - $${first + 4}::int8 and v.at <= p.now_s + ${CLOCK_SKEW_S}
      and (v.tenant_id = p.tenant_id) is true
    ${most}) v`
const ENTRY_PARAMETERS = 5

/** Keys of one kind, and their longest window. */
export interface VelocityLookup {
  readonly kind: SubjectKind
  readonly lookbackS: number
  readonly keys: readonly VelocityKey[]
}

/** An entry of a key's subject. */
export interface VelocityEntry {
  i: number
  at: number
  currency: string
  amount: number
  failed: boolean
  card: number | null
}

/** Returns at most `few` + 1 entries per key; that many mean that the key is high-volume. */
export const findLowVolumeEntries = (
  tx: Tx,
  looks: readonly VelocityLookup[],
  few: number,
): Promise<VelocityEntry[]> => {
  const columns = 'v.at, v.currency, v.amount, v.failed, v.card'
  const branches = looks.map(
    ({ kind }, at) => `
  select p.i, ${columns} ${entriesSql(kind, at * ENTRY_PARAMETERS + 1, columns, `limit ${few + 1}`)}`,
  )
  return tx.query(
    branches.join(' union all '),
    looks.flatMap(toLookupParameters),
    `velocity-few-${few}${statementSuffix(looks)}`,
  )
}

export const sumEntries = (tx: Tx, looks: readonly VelocityLookup[]): Promise<VelocitySums[]> => {
  const branches = looks.map(
    ({ kind }, at) => `
  select p.i, width_bucket(p.now_s - v.at, ${AGE_BUCKETS}) as part, v.currency, count(*) as count, sum(v.amount) as amount,
    count(*) filter (where v.failed) as declined
  ${entriesSql(kind, at * ENTRY_PARAMETERS + 1, 'v.at, v.currency, v.amount, v.failed')}
  group by 1, 2, 3`,
  )
  return tx.query(
    branches.join(' union all '),
    looks.flatMap(toLookupParameters),
    `velocity-entries${statementSuffix(looks)}`,
  )
}

export const sumCards = (
  tx: Tx,
  looks: readonly VelocityLookup[],
  present: readonly number[],
): Promise<VelocityCardSums[]> => {
  const branches = looks.map(
    ({ kind }, at) => `
  select p.i, v.card, width_bucket(min(p.now_s - v.at), ${AGE_BUCKETS}) as part
  ${entriesSql(kind, at * ENTRY_PARAMETERS + 2, 'v.at, v.card')}
  where v.card is not null
  group by p.i, v.card`,
  )
  return tx.query(
    `select i, part, count(*) as cards, array_agg(card::text) filter (where card = any($1::int8[])) as seen
     from (${branches.join(' union all ')}) by_card group by i, part`,
    [present, ...looks.flatMap(toLookupParameters)],
    `velocity-cards${statementSuffix(looks)}`,
  )
}

const toLookupParameters = ({ keys, lookbackS }: VelocityLookup): unknown[] => [
  toArrayLiteral(keys.map(({ i }) => i)),
  toArrayLiteral(keys.map(({ tenantId }) => tenantId)),
  toArrayLiteral(keys.map(({ subject }) => subject)),
  toArrayLiteral(keys.map(({ nowS }) => nowS)),
  lookbackS,
]
/** Numbers and ids as an array of the database: the driver would scan each for characters to escape. */
const toArrayLiteral = (plain: readonly (number | string)[]): string => `{${plain.join(',')}}`
const statementSuffix = (looks: readonly VelocityLookup[]): string =>
  looks.map(({ kind }) => `-${SUBJECT_KINDS.indexOf(kind)}`).join('')

/** A window of a key, and the bucket ranges that make it up. */
export interface WindowKey extends VelocityKey {
  readonly windowS: number
  readonly ranges: readonly BucketRange[]
}

export const sumVolumes = (tx: Tx, windows: readonly WindowKey[]): Promise<VelocitySums[]> => {
  const parts = windows.flatMap((window) => window.ranges.map((range) => ({ ...window, ...range })))
  return tx.query(
    `select p.i, p.part, v.currency, sum(v.count)::int8 as count, sum(v.amount) as amount,
       sum(v.declined)::int8 as declined
     from unnest($1::int4[], $2::uuid[], $3::int8[], $4::int4[], $5::int4[], $6::int8[], $7::int8[])
       as p (i, tenant_id, subject, part, level_s, from_s, to_s)
     cross join lateral (
       select v.currency, v.count, v.amount, v.declined from fraud_volumes v
       where v.tenant_id = p.tenant_id and v.subject = p.subject and v.level_s = p.level_s
         and v.start_s >= p.from_s and v.start_s < p.to_s
       offset 0) v
     group by 1, 2, 3
     union all
     select p.i, p.part, d.currency, 0, 0, count(*)
     from unnest($8::int4[], $9::uuid[], $10::int8[], $11::int4[], $12::int8[]) as p (i, tenant_id, subject, part, now_s)
     cross join lateral (
       select d.currency from fraud_declines d
       where d.tenant_id = p.tenant_id and d.subject = p.subject
         and d.at > p.now_s - p.part and d.at <= p.now_s + ${CLOCK_SKEW_S}
       offset 0) d
     group by 1, 2, 3`,
    [
      toArrayLiteral(parts.map(({ i }) => i)),
      toArrayLiteral(parts.map(({ tenantId }) => tenantId)),
      toArrayLiteral(parts.map(({ subject }) => subject)),
      toArrayLiteral(parts.map(({ windowS }) => windowS)),
      toArrayLiteral(parts.map(({ widthS }) => widthS)),
      toArrayLiteral(parts.map(({ from }) => from)),
      toArrayLiteral(parts.map(({ to }) => to)),
      toArrayLiteral(windows.map(({ i }) => i)),
      toArrayLiteral(windows.map(({ tenantId }) => tenantId)),
      toArrayLiteral(windows.map(({ subject }) => subject)),
      toArrayLiteral(windows.map(({ windowS }) => windowS)),
      toArrayLiteral(windows.map(({ nowS }) => nowS)),
    ],
    'velocity-volumes',
  )
}

export const VELOCITY_COLUMNS = `tenant_id, check_id, at, amount, currency, failed, ${SUBJECT_KINDS.join(', ')}`

/**
 * Common table expressions that store entries: of the rows a CTE `fresh (tenant_id, id)` has just made. `entries` is a
 * parameter of the row type.
 */
export const insertEntriesCtes = (entries: string): string => `
entered as (
  insert into fraud_velocity (${VELOCITY_COLUMNS})
  select ${VELOCITY_COLUMNS.replaceAll(/(\w+)/g, 'v.$1')} from unnest(${entries}::new_velocity_entry[]) v
  join fresh f on f.tenant_id = v.tenant_id and f.id = v.check_id
  on conflict do nothing
  returning tenant_id, at, amount, currency, failed, merchant, source_account),
summed as (${addVolumesSql(`
  select e.tenant_id, subject, e.at, e.currency, 1 as count, e.amount, e.failed::int as declined
  from entered e cross join lateral unnest(array[e.merchant, e.source_account]) as subject
  where subject is not null`)})`

/** Like the insert with a payment, for checks that led to no payment or transfer. */
export const insertEntries = (tx: Tx, rows: readonly VelocityRow[]): Promise<number> =>
  tx.execute(
    `with fresh as (
       select tenant_id, check_id as id from jsonb_populate_recordset(null::new_velocity_entry, $1)),
     ${insertEntriesCtes('array(select jsonb_populate_recordset(null::new_velocity_entry, $1))')}
     select`,
    [JSON.stringify(rows)],
  )

/** Adds rows (tenant_id, subject, at, currency, count, amount, declined) to the sums; in one order, so that no two wait for each other. */
export const addVolumesSql = (rows: string): string => `
  insert into fraud_volumes as kept (tenant_id, subject, level_s, start_s, currency, count, amount, declined)
  select r.tenant_id, r.subject, level_s, r.at - r.at % level_s, r.currency, sum(r.count), sum(r.amount), sum(r.declined)
  from (${rows}) r cross join unnest(array[1, 60, 3600]) as level_s
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (tenant_id, subject, level_s, start_s, currency) do update set
    count = kept.count + excluded.count, amount = kept.amount + excluded.amount,
    declined = kept.declined + excluded.declined`
