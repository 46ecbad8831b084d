/** Shared by the operations on channels: who may see them, what may be written, and what the audit log keeps. */
import type { AuditedChange, Call } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { hasMail } from '../../mail/open-mailer.ts'
import type { SubscriberUrlFault } from '../../webhooks/subscriptions/check-subscriber-url.ts'
import type { ChannelKind, ShownChannel } from '../channels/channel-store.ts'
import { ALL_KINDS, listKinds } from '../model/monitor-kinds.ts'
import { fromClockText } from '../model/quiet-hours.ts'
import { channelBody, type SettableChannel } from './monitor-schemas.ts'

export const CHANNELS_PATH = '/api/v1/monitors/channels'

/** The owner of what a caller sees: the tenant, or the platform. What is watched is of all merchants of a tenant. */
export const findOwner = ({ principal }: Pick<Call, 'principal'>): string => {
  if (principal.isMerchantBound)
    throw new Problem('forbidden', {
      detail: phrase`Monitors watch all merchants of the tenant; a caller bound to one of them does not see them.`,
    })
  return principal.realmId
}

const MAIL_ADDRESS = /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,189}$/

/** Throws if nothing would ever arrive there. It queries DNS: never inside a transaction. */
export const checkAddress = async (
  { runtime: { config } }: Pick<Call, 'runtime'>,
  urlFault: SubscriberUrlFault,
  { kind, address }: { kind: ChannelKind; address: string },
): Promise<void> => {
  if (kind !== 'mail') {
    const fault = await urlFault(address)
    if (fault === null) return
    throw new Problem('invalid_webhook_url', {
      detail: phrase`address: ${fault}. A channel's address is https, without user or password, and publicly reachable.`,
    })
  }
  if (!MAIL_ADDRESS.test(address)) throw fieldProblem('address', 'invalid_format', phrase`must be an e-mail address`)
  if (!hasMail(config))
    throw new Problem('conflict', {
      detail: phrase`This installation sends no mail (VEZNE_SMTP_URL is not set); choose a webhook or a chat.`,
    })
}

/** The columns of what callers may set. */
export const toColumns = ({ principal }: Pick<Call, 'principal'>, body: SettableChannel) => {
  const monitors = body.monitors ?? [ALL_KINDS]
  const allowed: readonly string[] = [...listKinds(principal.tenantId === null ? 'platform' : 'tenant'), ALL_KINDS]
  const other = monitors.find((each) => !allowed.includes(each))
  if (other !== undefined) throw fieldProblem('monitors', 'unknown_value', phrase`must be one of ${allowed.join(', ')}`)
  const quiet = body.quiet_hours
  return {
    name: body.name,
    language: body.language,
    monitors: [...new Set(monitors)],
    quiet_from: quiet === undefined ? null : fromClockText(quiet.from),
    quiet_to: quiet === undefined ? null : fromClockText(quiet.to),
    critical_passes: quiet?.critical_passes ?? true,
    is_active: body.is_active ?? true,
  }
}

export const requireChannel = <Row>(row: Row | undefined): Row => {
  if (row) return row
  throw channelNotFound()
}

export const channelNotFound = (): Problem =>
  new Problem('resource_not_found', {
    detail: phrase`There is no channel with this id here; the list shows those there are.`,
  })

/** The channel without its newest message. */
const audited = (row: ShownChannel) => {
  const { last_tried: _tried, last_sent_at: _sent, last_fault: _fault, ...body } = channelBody(row)
  return body
}

/** `isMoved`: the address is another one, which the part of it that is shown need not tell. */
export const channelChange = (
  before: ShownChannel | null,
  after: ShownChannel | null,
  isMoved = false,
): AuditedChange => ({
  kind: 'monitor_channel',
  id: ((after ?? before) as ShownChannel).id,
  before: before && audited(before),
  after: after && { ...audited(after), ...(isMoved ? { address_changed: true } : {}) },
})
