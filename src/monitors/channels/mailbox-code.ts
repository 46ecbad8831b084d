/** The code by which a mailbox is confirmed: mailed to it, and entered by a person who administers the channels. */
import { phrase } from '../../core/phrases/phrase.ts'
import type { Language } from '../../core/phrases/texts.ts'
import { Problem } from '../../core/problem.ts'
import { newTypedCode, toPlainCode } from '../../core/typed-code.ts'
import { hasConfirmedAddress } from '../../identity/users/user-store.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { countMailsSince, type PutMail, withdrawMails } from '../../mail/outbox.ts'
import { MESSAGE_TEXTS } from '../model/monitor-texts.ts'
import type { ChannelRow } from './channel-store.ts'

const LASTS_MS = 24 * 3_600_000
/** Of a whole tenant, so that an administrator cannot flood a mailbox by deleting channels and adding them again. */
const SENT_MAX = 10
const SENT_WITHIN_MS = 24 * 3_600_000

export type AwaitedCode = Pick<ChannelRow, 'code_hash' | 'code_expires_at'>
export const CONFIRMED: AwaitedCode = { code_hash: null, code_expires_at: null }

interface Mailbox {
  readonly tenantId: string
  readonly channelId: string
  readonly address: string
  readonly language: Language
  /** Name of the organization, in one line. */
  readonly organization: string
}

/** Mails a code, unless the mailbox is that of a person who signs in with it. Call it with the channels locked. */
export const askMailbox = async (
  { clock, sealer }: Pick<Runtime, 'clock' | 'sealer'>,
  tx: Tx,
  putMail: PutMail,
  { tenantId, channelId, address, language, organization }: Mailbox,
): Promise<AwaitedCode> => {
  if (await hasConfirmedAddress(tx, tenantId, address)) return CONFIRMED
  const nowMs = clock.ms()
  if ((await countMailsSince(tx, tenantId, 'monitor_code', nowMs - SENT_WITHIN_MS)) >= SENT_MAX)
    throw new Problem('rate_limit_exceeded', {
      detail: phrase`${SENT_MAX} codes for mailboxes are mailed within 24 hours at most.`,
      headers: { 'retry-after': '3600' },
    })
  const code = newTypedCode()
  const expiresAt = new Date(nowMs + LASTS_MS)
  await withdrawMails(tx, tenantId, [channelId])
  const mail = { to: address, ...MESSAGE_TEXTS[language].confirm(organization, code) }
  await putMail(tx, { purpose: 'monitor_code', about: channelId, mail, giveUpAt: expiresAt })
  return { code_hash: hashCode(sealer, tenantId, channelId, code), code_expires_at: expiresAt }
}

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
