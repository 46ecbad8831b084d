/**
 * POST /api/v1/webhooks/transfer-notification: an unsolicited notification from a bank. It has no token; the signature
 * identifies the sender.
 */

import { readTenantHeader } from '../../access/callers/tenant-header.ts'
import { type Call, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import { isUuid } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { applyNotification, type ReceivedNotification } from '../bank-notifications/apply-notification.ts'
import { toLoggedNotification } from '../bank-notifications/notification-claims.ts'
import {
  BankNotification,
  type BankNotificationBody,
  BankNotificationHeaders,
  BankNotificationResponse,
  type BankNotificationStatus,
} from '../bank-notifications/notification-schemas.ts'
import {
  findByBankReference,
  findNotifiedTransfer,
  type NotifiedTransfer,
} from '../bank-notifications/notification-store.ts'
import {
  findSigners,
  parseSignature,
  type SignedNotification,
} from '../bank-notifications/verify-notification-signature.ts'
import type { DispatchServices } from '../dispatch/dispatch-services.ts'
import { parseTransferReference } from '../model/transfer-reference.ts'
import { findNamedTransfers } from '../model/transfer-reference-store.ts'

type NotificationCall = Call<unknown, unknown, BankNotificationBody>

const PATH = '/api/v1/webhooks/transfer-notification'
const BODY_BYTES_MAX = 65_536
const EVENT_MAX = 100
const USER_MAX = 200

/** `wake` is called if the bank has to be asked. */
export const receiveBankNotification = (
  services: Pick<DispatchServices, 'runtime' | 'connectors' | 'dispatch'>,
  wake: () => void,
): Endpoint =>
  endpoint({
    method: 'POST',
    path: PATH,
    tag: 'Webhooks',
    summary: 'Receive a bank notification of a transfer',
    description:
      'Signed with the secret_key of the configuration of the source account. A notification is a reason to ask the bank at once, never ' +
      'the outcome: the state follows from what the bank answers. It may come before the answer of the transfer, twice, or never: the ' +
      'outcome is the same, with one event. A key of the tenant that is not that of the transfer is no signature.',
    allow: 'none',
    limit: 'none',
    bodyBytesMax: BODY_BYTES_MAX,
    headers: BankNotificationHeaders,
    body: BankNotification,
    answers: { 200: BankNotificationResponse },
    errors: ['tenant_id_required', 'invalid_signature', 'transfer_not_found'],
    async handle(call) {
      const body = call.body as BankNotificationBody
      const tenantId = readTenantHeader(header(call, 'x-tenant-id'))
      const { signed, transfer } = await authenticateNotification(services, call, tenantId)
      const heard = toReceivedNotification(services, call, signed)
      const status = await applyNotification(services, transfer, body, heard, wake)
      return ok({
        status,
        message: STATUS_MESSAGES[status],
        external_key: body.external_key,
        processed_at: isoTime(services.runtime.clock.ms()),
      })
    },
  })

const header = ({ request }: Pick<Call, 'request'>, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** A sender without a key of the tenant does not even learn whether the transfer exists. */
const authenticateNotification = async (
  services: Pick<DispatchServices, 'runtime' | 'connectors'>,
  call: NotificationCall,
  tenantId: string,
): Promise<{ signed: SignedNotification; transfer: NotifiedTransfer }> => {
  const signed = parseSignature(header(call, 'x-webhook-timestamp'), header(call, 'x-webhook-signature'), Date.now())
  if (signed === undefined) throw invalidSignature(services, 'unsigned')
  const signers = findSigners(signed, call.rawBody, await services.connectors.configurationsOf(tenantId))
  if (signers.size === 0) throw invalidSignature(services, 'unknown_key')
  const transfer = await findTransferByKey(services, tenantId, call.body.external_key, [...signers])
  if (transfer === undefined)
    throw new Problem('transfer_not_found', { detail: phrase`No transfer of this tenant has this id or reference.` })
  if (!signers.has(transfer.configuration_id)) throw invalidSignature(services, 'other_configuration')
  return { signed, transfer }
}

const invalidSignature = (services: Pick<DispatchServices, 'runtime'>, reason: string): Problem => {
  services.runtime.log.warn('transfer.notification_refused', { reason })
  return new Problem('invalid_signature', {
    detail: phrase`Sign \`<timestamp>.<raw body>\` with HMAC-SHA256 and the secret_key of the configuration of the source account, and send it in X-Webhook-Signature as sha256=<hex> within 5 minutes of X-Webhook-Timestamp.`,
  })
}

const findTransferByKey = (
  services: Pick<DispatchServices, 'runtime'>,
  tenantId: string,
  key: string,
  configurationIds: readonly string[],
): Promise<NotifiedTransfer | undefined> => {
  return services.runtime.db.transaction({ of: tenantId }, async (tx) => {
    if (isUuid(key)) return findNotifiedTransfer(tx, tenantId, key.toLowerCase())
    if (parseTransferReference(key) === undefined) return findByBankReference(tx, tenantId, key, configurationIds)
    const named = (await findNamedTransfers(tx, tenantId, [key])).get(key)
    return named && findNotifiedTransfer(tx, tenantId, named.transferId)
  })
}

const toReceivedNotification = (
  services: Pick<DispatchServices, 'runtime'>,
  call: NotificationCall,
  { signature }: SignedNotification,
): ReceivedNotification => {
  const event = header(call, 'x-webhook-event')
  if (event === undefined || event === '')
    throw fieldProblem('X-Webhook-Event', 'required', phrase`must name the bank's event`)
  const userId = header(call, 'x-request-userid')?.slice(0, USER_MAX) ?? null
  const receivedAt = isoTime(services.runtime.clock.ms())
  return {
    signature,
    receivedAt,
    event: event.slice(0, EVENT_MAX),
    userId,
    body: toLoggedNotification(call.body),
    operation: `POST ${PATH}`,
    address: call.request.clientAddress,
    correlationId: call.correlationId,
  }
}

const STATUS_MESSAGES: Readonly<Record<BankNotificationStatus, string>> = {
  accepted: 'The bank is asked about it.',
  duplicate: 'The transfer had ended before.',
  ignored: 'It changes nothing in this state of the transfer.',
}
