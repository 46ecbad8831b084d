/** The code by which a mailbox is confirmed: mailed to it, and entered by a person who administers the channels. */
import type { Realms } from '../../access/callers/realms.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import type { Language } from '../../core/phrases/texts.ts'
import { Problem } from '../../core/problem.ts'
import { toOrganizationName } from '../../identity/links/send-link.ts'
import { newTypedCode, toPlainCode } from '../../identity/login/typed-code.ts'
import { hasConfirmedAddress } from '../../identity/users/user-store.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { countMailsSince, prepareOutbox, withdrawMails } from '../../mail/outbox.ts'
import { MESSAGE_TEXTS } from '../model/monitor-texts.ts'
import type { ChannelKind, ChannelRow } from './channel-store.ts'

const LASTS_MS = 24 * 3_600_000
/** Codes to a whole tenant, so that an administrator cannot flood a mailbox by deleting channels and adding them again. */
const SENT_MAX = 10
const SENT_WITHIN_MS = 24 * 3_600_000

type AwaitedCode = Pick<ChannelRow, 'code_hash' | 'code_expires_at'>
export const CONFIRMED: AwaitedCode = { code_hash: null, code_expires_at: null }

interface Receiver {
  readonly channelId: string
  readonly kind: ChannelKind
  readonly address: string
  readonly language: Language
}

/** Mails a code to a mailbox, unless a person of the tenant has proven to read it. Call it with the channels locked. */
type AskReceiver = (tx: Tx, receiver: Receiver) => Promise<AwaitedCode>

/** Call it before the transaction, and publish `mail` after the commit. */
export const prepareCodes = async (
  runtime: Pick<Runtime, 'clock' | 'sealer'>,
  realms: Pick<Realms, 'realmOfTenant'>,
  tenantId: string,
): Promise<AskReceiver> => {
  const { clock, sealer } = runtime
  const organization = toOrganizationName((await realms.realmOfTenant(tenantId))!) // its token has just been verified
  const putMail = await prepareOutbox(runtime, tenantId)
  return async (tx, { channelId, kind, address, language }) => {
    if (kind !== 'mail' || (await hasConfirmedAddress(tx, tenantId, address))) return CONFIRMED
    const nowMs = clock.ms()
    if ((await countMailsSince(tx, tenantId, 'monitor_code', nowMs - SENT_WITHIN_MS)) >= SENT_MAX) throw tooManyCodes()
    const code = newTypedCode()
    const expiresAt = new Date(nowMs + LASTS_MS)
    const mail = { to: address, ...MESSAGE_TEXTS[language].confirm(organization, code) }
    await withdrawMails(tx, tenantId, [channelId])
    await putMail(tx, { purpose: 'monitor_code', about: channelId, mail, giveUpAt: expiresAt })
    return { code_hash: hashCode(sealer, tenantId, channelId, code), code_expires_at: expiresAt }
  }
}

const tooManyCodes = (): Problem =>
  new Problem('rate_limit_exceeded', {
    detail: phrase`${SENT_MAX} codes for mailboxes are mailed within 24 hours at most.`,
    headers: { 'retry-after': '3600' },
  })

const hashCode = (sealer: Pick<Runtime['sealer'], 'hashSecret'>, tenantId: string, id: string, code: string): Buffer =>
  sealer.hashSecret(`monitor channel ${tenantId} ${id} ${toPlainCode(code)}`)

export const isAwaitedCode = (
  { clock, sealer }: Pick<Runtime, 'clock' | 'sealer'>,
  { tenant_id, id, code_hash, code_expires_at }: ChannelRow,
  code: string,
): boolean =>
  code_hash !== null &&
  code_expires_at !== null &&
  clock.now() < code_expires_at &&
  code_hash.equals(hashCode(sealer, tenant_id, id, code))
