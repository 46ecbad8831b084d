/** SQL of look-ups: hashes for the in-memory lists, and the authoritative look-up. */
import type { Database } from '../../infra/database/database.ts'
import type { Form } from './normal-forms.ts'

/** Entries of a list, packed. */
export interface PackedHashes {
  /** The first four bytes of each hash, one after the other. */
  readonly prefixes: Buffer | null
  readonly forms: readonly Form[]
  readonly rows: number
  readonly mark: ReadPosition
}

/** Position up to which a list was read. Rows appear in the order of commits: a row not yet visible has a later time or transaction. */
export interface ReadPosition {
  /** The database's own time. */
  readonly at: string
  /** The oldest transaction in progress at that time. */
  readonly oldest: string
}

export interface Page extends PackedHashes {
  /** Start of the next page. */
  readonly last: Buffer | null
}

const PACKED = `string_agg(substr(value_hash, 1, 4), ''::bytea order by value_hash) as prefixes,
  array(select distinct form from piece) as forms, count(*)::int as rows,
  json_build_object('at', now(), 'oldest', pg_snapshot_xmin(pg_current_snapshot())::text) as mark`
const LAST = '(select value_hash from piece order by value_hash desc limit 1) as last'

const OWN_PAGE = `with piece as materialized (
    select value_hash, form from fraud_blacklist where tenant_id = $3 and value_hash > $1 order by value_hash limit $2)
  select ${PACKED}, ${LAST} from piece`
const PLATFORM_PAGE = `with piece as materialized (
    select value_hash, form from fraud_blacklist_global where value_hash > $1 order by value_hash limit $2)
  select ${PACKED}, ${LAST} from piece`

/** Sorted by hash. `tenantId` null selects the platform's list. */
export const pageOfHashes = async (
  db: Database,
  tenantId: string | null,
  after: Buffer,
  rowsMax: number,
): Promise<Page> => {
  const [page] = await db.batch<Page>(
    tenantId === null ? [] : [tenantId],
    tenantId === null
      ? { name: 'blacklist-platform-page', text: PLATFORM_PAGE, values: [after, rowsMax], onlyReads: true }
      : { name: 'blacklist-page', text: OWN_PAGE, values: [after, rowsMax, tenantId], onlyReads: true },
  )
  return page as Page
}

/** No transaction of ours takes a minute. */
const IS_NEW = `written_at > $1::timestamptz - interval '60 s' and written_by >= $2::xid8`
const OWN_NEWS = `with piece as materialized (
    select value_hash, form from fraud_blacklist where tenant_id = $4
      and ${IS_NEW} limit $3)
  select ${PACKED} from piece`
const PLATFORM_NEWS = `with piece as materialized (
    select value_hash, form from fraud_blacklist_global where ${IS_NEW} limit $3)
  select ${PACKED} from piece`

/** Entries a list may have got since. */
export const newHashes = async (
  db: Database,
  tenantId: string | null,
  { at, oldest }: ReadPosition,
  rowsMax: number,
): Promise<PackedHashes> => {
  const [piece] = await db.batch<PackedHashes>(
    tenantId === null ? [] : [tenantId],
    tenantId === null
      ? { name: 'blacklist-platform-news', text: PLATFORM_NEWS, values: [at, oldest, rowsMax], onlyReads: true }
      : { name: 'blacklist-news', text: OWN_NEWS, values: [at, oldest, rowsMax, tenantId], onlyReads: true },
  )
  return piece as PackedHashes
}

const LIVING = `select value_hash as hash from fraud_blacklist
  where tenant_id = $1 and value_hash = any($2) and (expires_at is null or expires_at > $3)
  union select value_hash from fraud_blacklist_global
  where value_hash = any($2) and (expires_at is null or expires_at > $3)`

/** Returns the hashes that are on the tenant's list or the platform's, and not expired. */
export const findActiveHashes = async (
  db: Database,
  tenantId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<Buffer[]> => {
  const values = [tenantId, hashes, now]
  const rows = await db.batch<{ hash: Buffer }>([tenantId], {
    name: 'blacklist-living',
    text: LIVING,
    values,
    onlyReads: true,
  })
  return rows.map(({ hash }) => hash)
}
