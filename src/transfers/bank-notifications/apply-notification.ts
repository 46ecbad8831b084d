/** Carries a notice out through the same guarded record as inquiries: whoever is first concludes, and nobody concludes twice. */

import type { TransferObservation } from '../../connectors/transfer-bank.ts'
import { isoTime } from '../../core/clock.ts'
import { type Finding, findingOfObservation } from '../dispatch/outcome-to-transition.ts'
import { bankOfAccount, orderOf, sourceAccountOf } from '../bank/bank-order.ts'
import { recordedOf } from '../dispatch/build-transfer-update.ts'
import { logsOf, standingOf } from '../dispatch/run-attempt.ts'
import type { SendingDesk } from '../dispatch/dispatch-services.ts'
import type { TransferStep } from '../model/transfer.ts'
import { type Judgement, judgeNotice, orderTold, wordsOf } from './assess-notification.ts'
import { detailsOf } from './notification-claims.ts'
import type { NoticeBody, NoticeStatus } from './notification-schemas.ts'
import { askNow, findNamed, type KeptNotice, keepNotice, type NamedTransfer, noteInHistory } from './notification-store.ts'

export interface Settled {
  readonly status: NoticeStatus
  readonly reason: string
  /** The notice did not settle it: the bank is asked next. */
  readonly isAsked?: true
}
export type Heard = Pick<KeptNotice, 'signature' | 'receivedAt' | 'event' | 'userId' | 'body'>

/** An inquiry, the answer of the call and a copy of the notice may come in between: each settles it or is seen at the next look. */
const LOOKS_MAX = 5

/** `wake`: there is something to ask. */
export const settleNotice = async (
  desk: SendingDesk,
  named: NamedTransfer,
  body: NoticeBody,
  heard: Heard,
  wake: () => void,
): Promise<Settled> => {
  const { db } = desk.house
  let transfer = named
  for (let look = 1; ; look++) {
    const judgement = judgeNotice(body, transfer)
    const settled = await carriedOut(desk, transfer, body, judgement)
    if (settled !== undefined) return kept(desk, transfer, body, heard, settled, wake)
    if (look === LOOKS_MAX)
      return kept(desk, transfer, body, heard, { status: 'accepted', reason: 'overtaken', isAsked: true }, wake)
    const { tenant_id, id } = transfer
    transfer = (await db.inTenant(tenant_id, (tx) => findNamed(tx, tenant_id, id))) ?? transfer
  }
}

/** Undefined: somebody else was first, so it is judged again. */
const carriedOut = async (
  desk: SendingDesk,
  transfer: NamedTransfer,
  body: NoticeBody,
  { kind, reason, ...judgement }: Judgement,
): Promise<Settled | undefined> => {
  if (kind === 'duplicate') return { status: 'duplicate', reason }
  if (kind === 'ignored' || kind === 'noted') return { status: 'ignored', reason }
  // The call under way brings what is missing, or asks for it.
  if (kind === 'doubted' || (kind === 'confirm' && transfer.is_leased))
    return { status: 'accepted', reason, isAsked: true }
  if (kind === 'believed' && 'told' in judgement)
    return (await concluded(desk, transfer, judgement.told, [])) ? { status: 'accepted', reason } : undefined
  return confirmed(desk, transfer, body)
}

type Logs = ReturnType<typeof logsOf>

const concluded = async (
  desk: SendingDesk,
  transfer: NamedTransfer,
  told: TransferObservation,
  logs: Logs,
): Promise<boolean> => {
  const patience = await desk.patienceOf(transfer.tenant_id)
  const standing = { ...standingOf(desk, transfer), ageMs: 0, isDelivered: transfer.status === 'delivered' }
  const finding = findingOfObservation(told, standing, { ...patience, latenessWindowMs: 1 })
  return record(desk, transfer, finding as Exclude<Finding, { kind: 'take_back' }>, logs)
}

const record = (
  desk: SendingDesk,
  transfer: NamedTransfer,
  finding: Exclude<Finding, { kind: 'take_back' }>,
  logs: Logs,
): Promise<boolean> =>
  desk.record(recordedOf(transfer, finding, { nowMs: desk.house.clock.ms(), logs, wasInquiry: logs.length > 0 }))

/** The bank is asked. Where it knows nothing or says nothing, its signed word stands. */
const confirmed = async (
  desk: SendingDesk,
  transfer: NamedTransfer,
  body: NoticeBody,
): Promise<Settled | undefined> => {
  const account = await sourceAccountOf(desk, transfer)
  const at = account && (await bankOfAccount(desk, account))
  if (account === undefined || at === undefined) return { status: 'accepted', reason: 'nobody_to_ask', isAsked: true }
  const order = await orderOf(desk, transfer, account, at.configuration)
  const { observation, exchanges } = await desk.connectors.inquireAs(at.connector, order, (asked, context) =>
    at.bank.inquire(asked, context),
  )
  const logs = logsOf(desk, transfer, at, exchanges, observation)
  const isSettled = await settledBy(desk, transfer, body, observation, logs)
  return isSettled ? { status: 'accepted', reason: `bank_said_${observation.kind}` } : undefined
}

const settledBy = (
  desk: SendingDesk,
  transfer: NamedTransfer,
  body: NoticeBody,
  seen: TransferObservation,
  logs: Logs,
): Promise<boolean> => {
  const isSilent = seen.kind === 'not_found' || seen.kind === 'no_answer'
  if (body.success && isSilent)
    return record(desk, transfer, { kind: 'completed', order: orderTold(body, transfer) }, logs)
  // It tells how it went, and the notice that it arrived.
  if (body.success && seen.kind === 'delivered') return record(desk, transfer, { kind: 'completed', order: seen }, logs)
  if (!body.success && isSilent && transfer.status === 'processing') {
    const fault = {
      providerCode: String(detailsOf(body).code ?? ''),
      providerMessage: wordsOf(body),
      isOurs: true,
    } as const
    return record(desk, transfer, { kind: 'failed', code: 'unknown_error', fault }, logs)
  }
  return concluded(desk, transfer, seen, logs)
}

/** The log row comes after what it led to: a crash in between loses the row, never the outcome. */
const kept = async (
  desk: SendingDesk,
  { tenant_id: tenantId, id: transferId }: NamedTransfer,
  body: NoticeBody,
  heard: Heard,
  settled: Settled,
  wake: () => void,
): Promise<Settled> => {
  const { status: verdict, reason, isAsked } = settled
  const asked = await desk.house.db.inTenant(tenantId, async (tx) => {
    const isNew = await keepNotice(tx, { ...heard, tenantId, transferId, verdict, reason })
    if (isNew && reason === 'delivered' && !body.success)
      await noteInHistory(tx, tenantId, transferId, noteOf(desk, body), heard.receivedAt)
    return isAsked ? askNow(tx, tenantId, transferId, isoTime(desk.house.clock.ms())) : 0
  })
  if (asked > 0) wake()
  const facts = { transfer_id: transferId, event: heard.event, verdict, reason }
  if (reason.startsWith('other_')) desk.house.log.warn('transfer.notice_differs', facts)
  else desk.house.log.info('transfer.notice_heard', facts)
  return settled
}

const noteOf = (desk: SendingDesk, body: NoticeBody): TransferStep => {
  const { code } = detailsOf(body)
  return {
    to: 'delivered',
    at: desk.house.clock.ms(),
    bank_response_message: wordsOf(body),
    ...(typeof code === 'string' ? { bank_response_code: code.slice(0, 20) } : {}),
    ...(body.product_ref_no === undefined ? {} : { provider_transaction_id: body.product_ref_no }),
  }
}
