/** Invitations: sent with the user, sent again, withdrawn. */
import type { Realm, Realms } from '../../access/callers/realms.ts'
import type { Call } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import type { Language } from '../../core/phrases/texts.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { PutMail } from '../../mail/outbox.ts'
import { hashMailbox } from '../links/person-link.ts'
import { countLinksSince } from '../links/person-link-store.ts'
import { sendLink } from '../links/send-link.ts'
import { endLinks } from '../login/end-credentials.ts'
import type { UserRow } from './user-store.ts'

export type Inviting = Pick<Realms, 'realmOfTenant'>

/** Bounded, so that an administrator cannot flood a mailbox. */
const SENT_MAX = 10
const SENT_WITHIN_MS = 86_400_000

interface Invitation {
  readonly realm: Realm
  readonly person: Pick<UserRow, 'id' | 'email'>
  readonly language: Language
}

/** Ends the previous link. */
export const sendInvitation = async (
  runtime: Runtime,
  tx: Tx,
  putMail: PutMail,
  { realm, person, language }: Invitation,
): Promise<void> => {
  const { tenantId } = realm
  const since = new Date(runtime.clock.ms() - SENT_WITHIN_MS)
  const addressHash = hashMailbox(runtime.sealer, tenantId, person.email)
  const sent = await countLinksSince(tx, { tenantId, userId: person.id, addressHash, purpose: 'invitation', since })
  if (sent >= SENT_MAX)
    throw new Problem('rate_limit_exceeded', {
      detail: phrase`A person or mailbox is sent ${SENT_MAX} invitations within 24 hours at most.`,
      headers: { 'retry-after': '3600' },
    })
  await endLinks(tx, tenantId, person.id, runtime.clock.now(), 'invitation')
  await sendLink(runtime, tx, putMail, { realm, person, purpose: 'invitation', language })
}

/** The realm has just verified the token. */
export const realmOfCaller = async (realms: Inviting, { realmId }: Call['principal']): Promise<Realm> =>
  (await realms.realmOfTenant(realmId)) as Realm
