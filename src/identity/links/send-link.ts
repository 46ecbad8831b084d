/** Makes a link and the mail that carries it, in one transaction. */
import type { Realm } from '../../access/callers/realms.ts'
import { newId } from '../../core/id.ts'
import type { Language } from '../../core/phrases/texts.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { PutMail } from '../../mail/outbox.ts'
import { MAIL_TEXTS } from './mail-texts.ts'
import {
  hashLinkSecret,
  hashMailbox,
  LINK_LASTS_MS,
  type LinkPurpose,
  linkAddress,
  newLinkSecret,
} from './person-link.ts'
import { insertLink } from './person-link-store.ts'

interface LinkToSend {
  readonly realm: Pick<Realm, 'tenantId' | 'slug' | 'displayName'>
  readonly person: { readonly id: string; readonly email: string }
  readonly purpose: LinkPurpose
  readonly language: Language
}

/** Call it before entries are appended to the audit log. */
export const sendLink = async (
  { config, clock, sealer }: Pick<Runtime, 'config' | 'clock' | 'sealer'>,
  tx: Tx,
  putMail: PutMail,
  { realm, person, purpose, language }: LinkToSend,
): Promise<void> => {
  const created = clock.now()
  const { tenantId } = realm
  const id = newId(created.getTime())
  const secret = newLinkSecret()
  const expiresAt = new Date(created.getTime() + LINK_LASTS_MS[purpose])
  const secretHash = hashLinkSecret(sealer, tenantId, secret)
  const addressHash = hashMailbox(sealer, tenantId, person.email)
  await insertLink(tx, { tenantId, id, userId: person.id, purpose, secretHash, addressHash, created, expiresAt })
  const address = linkAddress(config, { realm, language, secret })
  const text = MAIL_TEXTS[language][purpose]({ organization: toOrganizationName(realm), address })
  await putMail(tx, { purpose, about: id, mail: { to: person.email, ...text }, giveUpAt: expiresAt })
}

/** Returns one line, because an organization's name must not look like the mail's own text. */
export const toOrganizationName = ({ displayName, slug }: Pick<Realm, 'displayName' | 'slug'>): string =>
  (displayName ?? slug).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 100)
