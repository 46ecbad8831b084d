/** Inserts the messages about a finding, in the transaction that opens or ends it. */
import type { Tx } from '../../infra/database/database.ts'
import { type ChannelRow, findListeners, lockChannels } from '../channels/channel-store.ts'
import { findOpenOf } from '../findings/finding-store.ts'
import { ALL_KINDS, isCritical, type MonitorKind } from '../model/monitor-kinds.ts'
import { endOfQuiet } from '../model/quiet-hours.ts'
import { findTold, insertMessage } from './message-store.ts'

interface Announced {
  readonly id: string
  readonly tenantId: string
  readonly kind: MonitorKind
}

/** Critical findings pass quiet hours where the channel lets them; all others wait for their end. */
const dueAt = (channel: ChannelRow, kind: MonitorKind, now: Date): Date => {
  const { quiet_from: from, quiet_to: to, critical_passes } = channel
  if (from === null || to === null || (critical_passes && isCritical(kind))) return now
  const end = endOfQuiet({ from, to }, now.getTime())
  return end === null ? now : new Date(end)
}

export const announceBegin = async (tx: Tx, { id, tenantId, kind }: Announced, now: Date): Promise<void> => {
  await lockChannels(tx, tenantId)
  for (const channel of await findListeners(tx, tenantId, kind, ALL_KINDS))
    await insertMessage(tx, {
      tenantId,
      channelId: channel.id,
      findingId: id,
      part: 'begin',
      dueAt: dueAt(channel, kind, now),
      now,
    })
}

/** Inserts what a channel that is new, confirmed or changed has not heard yet of open findings. Call it with the channels locked. */
export const announceOpen = async (tx: Tx, channel: ChannelRow, now: Date): Promise<void> => {
  const { tenant_id: tenantId, id: channelId, is_active, code_hash, monitors } = channel
  if (!is_active || code_hash !== null) return
  for (const { id: findingId, kind } of await findOpenOf(tx, tenantId))
    if (monitors.includes(ALL_KINDS) || monitors.includes(kind))
      await insertMessage(tx, { tenantId, channelId, findingId, part: 'begin', dueAt: dueAt(channel, kind, now), now })
}

/** The end goes to channels that received the beginning, or are about to: which of the two is known when it is sent. */
export const announceEnd = async (
  tx: Tx,
  { id, tenant_id: tenantId, kind }: { readonly id: string; readonly tenant_id: string; readonly kind: MonitorKind },
  now: Date,
): Promise<void> => {
  const told = new Set((await findTold(tx, tenantId, id)).map(({ channel_id }) => channel_id))
  for (const channel of await findListeners(tx, tenantId, kind, ALL_KINDS))
    if (told.has(channel.id))
      await insertMessage(tx, {
        tenantId,
        channelId: channel.id,
        findingId: id,
        part: 'end',
        dueAt: dueAt(channel, kind, now),
        now,
      })
}
