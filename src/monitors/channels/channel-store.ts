/** SQL of channels: who is notified, where, and when not. */
import type { PageRequest } from '../../core/pagination.ts'
import type { Language } from '../../core/phrases/texts.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, matches, rawSql, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, type NewRow, pick, type Row, updateTable } from '../../infra/database/statements/write-rows.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'

export type ChannelKind = 'mail' | 'webhook' | 'slack'

export interface ChannelRow extends Row<'monitor_channels'> {
  kind: ChannelKind
  language: Language
}

/** A channel with its newest message. */
export interface ShownChannel extends ChannelRow {
  last_tried: Date | null
  last_sent_at: Date | null
  last_fault: string | null
}

const SHOWN = sql`c.*, m.created as last_tried, m.sent_at as last_sent_at, m.fault as last_fault`
const LAST = sql`left join lateral (
  select created, sent_at, fault from monitor_messages
   where tenant_id = c.tenant_id and channel_id = c.id and (try_count > 0 or due_at is not null) order by created desc limit 1) m on true`

/** Newest first. */
export const pageOfChannels = (tx: Tx, tenantId: string, page: PageRequest) =>
  countAndPage<ShownChannel>(
    tx,
    {
      columns: SHOWN,
      from: sql`monitor_channels c ${LAST} where c.tenant_id = ${tenantId}`,
      order: sql`c.id desc`,
    },
    page,
  )

export const findShownChannel = async (tx: Tx, tenantId: string, id: string): Promise<ShownChannel | undefined> =>
  (
    await tx.query<ShownChannel>(
      sql`select ${SHOWN} from monitor_channels c ${LAST} where ${matches({ 'c.tenant_id': tenantId, 'c.id': id })}`,
    )
  )[0]

export const findChannel = async (
  tx: Tx,
  tenantId: string,
  id: string,
  lock: '' | 'for update' = '',
): Promise<ChannelRow | undefined> =>
  (
    await tx.query<ChannelRow>(
      sql`select * from monitor_channels where tenant_id = ${tenantId} and id = ${id} ${rawSql(lock)}`,
    )
  )[0]

/** Returns active and confirmed channels that chose this kind. */
export const findListeners = (tx: Tx, tenantId: string, kind: string, all: string): Promise<ChannelRow[]> =>
  tx.query<ChannelRow>(
    sql`select * from monitor_channels where ${allOf([
      matches({ tenant_id: tenantId }),
      sql`is_active`,
      sql`code_hash is null`,
      sql`monitors && ${[kind, all]}::text[]`,
    ])} order by id`,
  )

/**
 * Writes of the channels of one owner wait for each other, and for findings that begin: so no two creates exceed the limit, and a channel
 * that is added while a finding begins gets its message once.
 */
export const lockChannels = (tx: Tx, tenantId: string): Promise<unknown> => lockName(tx, `monitor_channels ${tenantId}`)

/** Call it with the channels locked. */
export const countChannels = async (tx: Tx, tenantId: string): Promise<number> => {
  const [row] = await tx.query<{ total: number }>(
    sql`select count(*)::int as total from monitor_channels where tenant_id = ${tenantId}`,
  )
  return row!.total
}

const COLUMNS = [
  'tenant_id',
  'id',
  'name',
  'kind',
  'address_sealed',
  'address_shown',
  'secret_sealed',
  'language',
  'monitors',
  'quiet_from',
  'quiet_to',
  'critical_passes',
  'is_active',
  'code_hash',
  'code_expires_at',
  'created',
  'last_modified',
] as const

export const insertChannel = async (tx: Tx, row: NewRow<'monitor_channels'>): Promise<void> => {
  await tx.execute(insertInto('monitor_channels', pick(row, COLUMNS)))
}

type ChannelChange = Pick<
  ChannelRow,
  'name' | 'language' | 'monitors' | 'quiet_from' | 'quiet_to' | 'critical_passes' | 'is_active' | 'last_modified'
> &
  Partial<Pick<ChannelRow, 'address_sealed' | 'address_shown' | 'code_hash' | 'code_expires_at'>>

export const changeChannel = async (tx: Tx, tenantId: string, id: string, change: ChannelChange): Promise<void> => {
  await tx.execute(updateTable('monitor_channels', { tenant_id: tenantId, id }, change))
}

export const changeCode = async (
  tx: Tx,
  tenantId: string,
  id: string,
  code: Pick<ChannelRow, 'code_hash' | 'code_expires_at'>,
  now: Date,
): Promise<void> => {
  await tx.execute(updateTable('monitor_channels', { tenant_id: tenantId, id }, { ...code, last_modified: now }))
}

export const deleteChannel = async (tx: Tx, tenantId: string, id: string): Promise<void> => {
  await tx.execute(sql`delete from monitor_channels where tenant_id = ${tenantId} and id = ${id}`)
}
