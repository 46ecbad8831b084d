/** Sends one message by its channel. A mail is handed to the outbox; the others are posted. */
import type { Outgoing } from '../../infra/outgoing/outgoing.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { signDelivery } from '../../webhooks/signing/sign-delivery.ts'
import type { ChannelRow } from '../channels/channel-store.ts'
import { openAddress, openChannelSecret } from '../channels/sealed-address.ts'
import type { FindingRow } from '../findings/finding-store.ts'
import { EVENT_OF_PART, type Message, toSlackBody, toWebhookBody } from './compose-message.ts'
import type { DueMessage } from './message-store.ts'

const BUDGET_MS = 10_000
const ANSWER_BYTES_MAX = 16_384

interface Posting {
  readonly row: DueMessage
  readonly channel: ChannelRow
  readonly finding: FindingRow | null
  readonly message: Message
}

/** Returns null if it was taken, else why not. Throws if the address or the secret cannot be opened. */
export const postMessage = async (
  { sealer, outgoing }: Pick<Runtime, 'sealer'> & { outgoing: Outgoing },
  { row, channel, finding, message }: Posting,
): Promise<string | null> => {
  const url = await openAddress({ sealer }, channel)
  const body = Buffer.from(
    JSON.stringify(channel.kind === 'slack' ? toSlackBody(message) : toWebhookBody(row.id, row.part, finding, message)),
  )
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'payments-webhook/1.0' }
  const signature = await signed({ sealer }, channel, body)
  const named = { 'X-Service-Event': EVENT_OF_PART[row.part], 'X-Service-Delivery-Id': row.id }
  const { status, fault } = await outgoing.send({
    method: 'POST',
    url,
    headers: channel.kind === 'slack' ? headers : { ...headers, ...named, ...signature },
    body,
    budgetMs: BUDGET_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
  })
  if (fault !== null) return fault
  return status !== null && status >= 200 && status < 300 ? null : `the receiver answered ${status}`
}

/** As deliveries of webhooks are signed, by real time. */
const signed = async (
  needs: Pick<Runtime, 'sealer'>,
  channel: ChannelRow,
  body: Buffer,
): Promise<Record<string, string>> => {
  if (channel.secret_sealed === null) return {}
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const secret = await openChannelSecret(needs, channel, channel.secret_sealed)
  return { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signDelivery(secret, timestamp, body) }
}
