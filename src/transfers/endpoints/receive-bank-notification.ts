/** POST /api/v1/webhooks/transfer-notification: the bank's word, unasked. No token; the signature says whose word it is. */
import { type Call, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { tenantHeaderOf } from '../../access/callers/tenant-header.ts'
import { isoTime } from '../../core/clock.ts'
import { isUuid } from '../../core/id.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import type { SendingDesk } from '../dispatch/dispatch-services.ts'
import { attemptNamed, keptNotice } from '../bank-notifications/notification-claims.ts'
import { BankNotice, BankNoticeAnswer, type NoticeBody, NoticeHeaders, type NoticeStatus } from '../bank-notifications/notification-schemas.ts'
import { type SignedNotice, signedNotice, signersOf } from '../bank-notifications/verify-notification-signature.ts'
import { findByBankReference, findNamed, type NamedTransfer } from '../bank-notifications/notification-store.ts'
import { type Settled, settleNotice } from '../bank-notifications/apply-notification.ts'

type NoticeCall = Call<unknown, unknown, NoticeBody>

const BODY_BYTES_MAX = 65_536
const EVENT_MAX = 100
const USER_MAX = 200

/** `wake`: there is something to ask the bank. */
export const receiveNotice = (desk: SendingDesk, wake: () => void): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/webhooks/transfer-notification',
    tag: 'Webhooks',
    summary: 'Take a notice of a bank about a transfer',
    description:
      'Signed with the secret_key of the configuration of the source account. A notice that fits the transfer ends it; one that ' +
      'names other figures is not believed, and the bank is asked at once. It may come before the answer of the transfer, twice, ' +
      'or never: the outcome is the same, with one event. A key of the tenant that is not that of the transfer is no signature.',
    allow: 'none',
    limit: 'none',
    bodyBytesMax: BODY_BYTES_MAX,
    headers: NoticeHeaders,
    body: BankNotice,
    answers: { 200: BankNoticeAnswer },
    errors: ['tenant_id_required', 'invalid_signature', 'transfer_not_found'],
    async handle(call) {
      const body = call.body as NoticeBody
      const tenantId = tenantHeaderOf(header(call, 'x-tenant-id'))
      const { signed, transfer } = await authentic(desk, call, tenantId)
      const settled = await settleNotice(desk, transfer, body, heardIn(desk, call, signed), wake)
      return ok({
        status: settled.status,
        message: messageOf(settled),
        external_key: body.external_key,
        processed_at: isoTime(desk.house.clock.ms()),
      })
    },
  })

const header = ({ request }: Pick<Call, 'request'>, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Who signs with no key of the tenant does not even learn whether the transfer exists. */
const authentic = async (
  desk: SendingDesk,
  call: NoticeCall,
  tenantId: string,
): Promise<{ signed: SignedNotice; transfer: NamedTransfer }> => {
  const signed = signedNotice(header(call, 'x-webhook-timestamp'), header(call, 'x-webhook-signature'), Date.now())
  if (signed === undefined) throw refused(desk, 'unsigned')
  const signers = signersOf(signed, call.rawBody, await desk.connectors.configurationsOf(tenantId))
  if (signers.size === 0) throw refused(desk, 'unknown_key')
  const transfer = await named(desk, tenantId, call.body.external_key, [...signers])
  if (transfer === undefined)
    throw new Problem('transfer_not_found', { detail: 'No transfer of this tenant has this id or reference.' })
  if (!signers.has(transfer.configuration_id)) throw refused(desk, 'other_configuration')
  return { signed, transfer }
}

const refused = (desk: SendingDesk, reason: string): Problem => {
  desk.house.log.warn('transfer.notice_refused', { reason })
  return new Problem('invalid_signature', {
    detail:
      'Sign `<timestamp>.<raw body>` with HMAC-SHA256 and the secret_key of the configuration of the source account, and send it ' +
      'in X-Webhook-Signature as sha256=<hex> within 5 minutes of X-Webhook-Timestamp.',
  })
}

const named = (
  desk: SendingDesk,
  tenantId: string,
  key: string,
  configurationIds: readonly string[],
): Promise<NamedTransfer | undefined> => {
  const id = isUuid(key) ? key.toLowerCase() : attemptNamed(key)?.transferId
  return desk.house.db.inTenant(tenantId, (tx) =>
    id === undefined ? findByBankReference(tx, tenantId, key, configurationIds) : findNamed(tx, tenantId, id),
  )
}

const heardIn = (desk: SendingDesk, call: NoticeCall, { signature }: SignedNotice) => {
  const event = header(call, 'x-webhook-event')
  if (event === undefined || event === '')
    throw fieldProblem('X-Webhook-Event', 'required', "must name the bank's event")
  const userId = header(call, 'x-request-userid')?.slice(0, USER_MAX) ?? null
  const receivedAt = isoTime(desk.house.clock.ms())
  return { signature, receivedAt, event: event.slice(0, EVENT_MAX), userId, body: keptNotice(call.body) }
}

const WORDS: Readonly<Record<NoticeStatus, string>> = {
  accepted: 'The bank is asked about it.',
  duplicate: 'The transfer had ended before.',
  ignored: 'It changes nothing in this state of the transfer.',
}
const messageOf = ({ status, isAsked }: Settled): string | null =>
  status === 'accepted' && !isAsked ? null : WORDS[status]
