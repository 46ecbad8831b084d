/** Sends the messages that are due, each under a lease, again until it is received or of no use. A finding that ended before its beginning was sent is not sent at all. */
import { createDueWork, type DueWork } from '../../infra/database/due-work/due-work.ts'
import { createLeases } from '../../infra/database/due-work/leases.ts'
import type { Outgoing } from '../../infra/outgoing/outgoing.ts'
import { counter } from '../../infra/process/metrics.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { prepareOutbox } from '../../mail/outbox.ts'
import { type ChannelRow, findChannel } from '../channels/channel-store.ts'
import { openAddress } from '../channels/sealed-address.ts'
import { type FindingRow, findFinding } from '../findings/finding-store.ts'
import { composeMessage, type Message } from './compose-message.ts'
import { type DueMessage, findTold, LEASED_MESSAGES, recordTry } from './message-store.ts'
import { postMessage } from './send-message.ts'

type Telling = Pick<Runtime, 'db' | 'clock' | 'log' | 'sealer' | 'config' | 'notifications'> & {
  readonly outgoing: Outgoing
}

const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000
/** The beginning is being sent at this moment: the end follows when its result is known. */
const FOLLOW_MS = 5_000

const messages = counter('vezne_monitor_messages_total')

export const createTelling = (telling: Telling, processNo: number, onRoom: () => void): DueWork =>
  createDueWork<DueMessage>({
    runtime: telling,
    processNo,
    table: LEASED_MESSAGES,
    leases: createLeases(telling, processNo, LEASED_MESSAGES),
    load: async () => undefined,
    step: (row) => tell(telling, row),
    events: {
      claimFailed: 'monitor.claim_failed',
      stepFailed: 'monitor.not_told',
      factsOf: ({ tenant_id, id, part }) => ({ tenant_id, message_id: id, part }),
    },
    onRoom,
  })

type Step =
  | { readonly drop: string }
  | { readonly waitMs: number }
  | { readonly channel: ChannelRow; readonly finding: FindingRow | null }

const tell = async (telling: Telling, row: DueMessage): Promise<void> => {
  const { db, clock } = telling
  const step = await decideStep(telling, row)
  if ('drop' in step) return record(telling, row, { sentAt: null, dueAt: null, fault: step.drop }, 'dropped')
  if ('waitMs' in step) {
    const dueAt = new Date(clock.ms() + step.waitMs)
    await db.transaction({ of: row.tenant_id }, (tx) => recordTry(tx, row, { sentAt: null, dueAt, fault: null }))
    return
  }
  const { channel, finding } = step
  const address = `${telling.config.urls.console}/console/monitors`
  const { name: channelName, language } = channel
  const message = composeMessage({ part: row.part, finding, channelName, language, address })
  if (channel.kind === 'mail') return handToOutbox(telling, row, channel, message)
  const fault = await postMessage(telling, { row, channel, finding, message })
  if (fault === null) return record(telling, row, { sentAt: clock.now(), dueAt: null, fault: null }, 'told')
  const next = new Date(clock.ms() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (row.try_count - 1)))
  const dueAt = next >= row.give_up_at ? null : next
  return record(telling, row, { sentAt: null, dueAt, fault }, dueAt === null ? 'given_up' : 'failed')
}

const decideStep = ({ db, clock }: Telling, row: DueMessage): Promise<Step> =>
  db.transaction({ of: row.tenant_id, mode: 'read' }, async (tx) => {
    const channel = await findChannel(tx, row.tenant_id, row.channel_id)
    if (channel === undefined || (!channel.is_active && row.part !== 'test')) return { drop: 'the channel is off' }
    if (channel.code_hash !== null) return { drop: 'the mailbox is not confirmed' }
    if (clock.now() >= row.give_up_at) return { drop: 'expired' }
    if (row.finding_id === null) return { channel, finding: null }
    const finding = await findFinding(tx, row.tenant_id, row.finding_id)
    if (finding === undefined) return { drop: 'the finding is gone' }
    if (row.part === 'begin') return finding.ended_at === null ? { channel, finding } : { drop: 'it ended before' }
    const begin = (await findTold(tx, row.tenant_id, finding.id)).find(({ channel_id }) => channel_id === channel.id)
    if (begin === undefined) return { drop: 'its beginning was not told' }
    return begin.sent_at === null ? { waitMs: FOLLOW_MS } : { channel, finding }
  })

/** Hands it to the outbox: the row and the mail are written in one transaction, so it is handed over once. */
const handToOutbox = async (
  telling: Telling,
  row: DueMessage,
  channel: ChannelRow,
  message: Message,
): Promise<void> => {
  const { db, clock, notifications } = telling
  const to = await openAddress(telling, channel)
  const putMail = await prepareOutbox(telling, row.tenant_id)
  await db.transaction({ of: row.tenant_id }, async (tx) => {
    if (await recordTry(tx, row, { sentAt: clock.now(), dueAt: null, fault: null }))
      await putMail(tx, { purpose: 'monitor', mail: { to, ...message }, giveUpAt: row.give_up_at })
  })
  reportTold(telling, row, 'told', null)
  notifications.publish('mail')
}

type Outcome = 'told' | 'failed' | 'given_up' | 'dropped'

const record = async (
  telling: Telling,
  row: DueMessage,
  tried: Parameters<typeof recordTry>[2],
  outcome: Outcome,
): Promise<void> => {
  await telling.db.transaction({ of: row.tenant_id }, (tx) => recordTry(tx, row, tried))
  reportTold(telling, row, outcome, tried.fault)
}

const reportTold = ({ log }: Telling, row: DueMessage, outcome: Outcome, fault: string | null): void => {
  messages.inc({ outcome })
  const { tenant_id, id: message_id, finding_id, part, try_count: tries } = row
  const facts = { tenant_id, message_id, finding_id, part, tries, outcome, fault }
  if (outcome === 'failed' || outcome === 'given_up') log.warn('monitor.told', facts)
  else log.info('monitor.told', facts)
}
