/** SQL of messages: one row for each that a channel is to receive, with its result. */
import { newId } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { LeasedRow, LeasedTable } from '../../infra/database/due-work/leased-table.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto } from '../../infra/database/statements/write-rows.ts'

export type MessagePart = 'begin' | 'end' | 'test'

export interface DueMessage extends LeasedRow {
  readonly channel_id: string
  readonly finding_id: string | null
  readonly part: MessagePart
  readonly give_up_at: Date
  readonly try_count: number
}

export const LEASED_MESSAGES: LeasedTable = {
  name: 'monitor_messages',
  dueAt: 'due_at',
  set: 'try_count = try_count + 1',
  columns: 'tenant_id, id, fencing, channel_id, finding_id, part, give_up_at, try_count',
}

/** A message that is not received for so long is of no use any more. */
const OF_USE_MS = 24 * 3_600_000

interface NewMessage {
  readonly tenantId: string
  readonly channelId: string
  readonly findingId: string | null
  readonly part: MessagePart
  readonly dueAt: Date
  readonly now: Date
}

/** Does nothing if the channel has this part already, or is about to; one that was dropped or given up is due again. */
export const insertMessage = async (tx: Tx, message: NewMessage): Promise<string> => {
  const { tenantId, channelId, findingId, part, dueAt, now } = message
  const id = newId(now.getTime())
  await tx.execute(
    insertInto(
      'monitor_messages',
      {
        tenant_id: tenantId,
        id,
        channel_id: channelId,
        finding_id: findingId,
        part,
        due_at: dueAt,
        give_up_at: new Date(dueAt.getTime() + OF_USE_MS),
        created: now,
      },
      sql`on conflict (tenant_id, finding_id, channel_id, part) do update
         set due_at = excluded.due_at, give_up_at = excluded.give_up_at, try_count = 0, fault = null
         where monitor_messages.sent_at is null and monitor_messages.due_at is null`,
    ),
  )
  return id
}

interface ToldChannel {
  readonly channel_id: string
  readonly sent_at: Date | null
  readonly due_at: Date | null
}

/** Returns the channels that received the beginning, or are still to receive it. */
export const findTold = (tx: Tx, tenantId: string, findingId: string): Promise<ToldChannel[]> =>
  tx.query<ToldChannel>(
    sql`select channel_id, sent_at, due_at from monitor_messages
       where tenant_id = ${tenantId} and finding_id = ${findingId} and part = 'begin' and (sent_at is not null or due_at is not null)`,
  )

interface TriedMessage {
  readonly sentAt: Date | null
  /** Null if it is sent, dropped or given up. */
  readonly dueAt: Date | null
  readonly fault: string | null
}

/** Returns false if another process holds the row by now, or the channel is gone. */
export const recordTry = async (
  tx: Tx,
  { tenant_id, id, fencing }: DueMessage,
  { sentAt, dueAt, fault }: TriedMessage,
): Promise<boolean> =>
  (await tx.execute(
    sql`update monitor_messages set sent_at = ${sentAt}, due_at = ${dueAt}, fault = ${fault}, lease_owner = null, lease_until = null
       where tenant_id = ${tenant_id} and id = ${id} and fencing = ${fencing} and due_at is not null`,
  )) > 0
