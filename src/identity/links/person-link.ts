/** A link by which a person sets a password: 256 random bits in a mail, of which the database has a keyed hash. */
import { randomBytes } from 'node:crypto'
import type { Realm } from '../../access/callers/realms.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Sealer } from '../../infra/crypto/sealer.ts'
import type { Config } from '../../infra/process/config.ts'
import { hasMail } from '../../mail/open-mailer.ts'

export type LinkPurpose = 'invitation' | 'password'

/** Platform clock. */
export const LINK_LASTS_MS: Readonly<Record<LinkPurpose, number>> = {
  invitation: 72 * 3_600_000,
  password: 30 * 60_000,
}

export const newLinkSecret = (): string => randomBytes(32).toString('base64url')

/** Hashes for one realm, so that a link is unknown in another realm. */
export const hashLinkSecret = (sealer: Pick<Sealer, 'hashSecret'>, tenantId: string, secret: string): Buffer =>
  sealer.hashSecret(`link ${tenantId} ${secret}`)

/** Without case, as addresses are unique. */
export const hashMailbox = (sealer: Pick<Sealer, 'hashSecret'>, tenantId: string, email: string): Buffer =>
  sealer.hashSecret(`mailbox ${tenantId} ${email.toLowerCase()}`)

/** Built only from settings, never from a request, because its sender could choose where the link leads. */
export const linkAddress = (
  { urls }: Pick<Config, 'urls'>,
  { realm, language, secret }: { realm: Pick<Realm, 'slug'>; language: string; secret: string },
): string => `${urls.console}/console/link?lang=${language}&realm=${realm.slug}&key=${secret}`

export const linkInvalid = (): Problem =>
  new Problem('link_invalid', {
    detail: phrase`The link was used, withdrawn or has expired, or it is not complete; ask for another one.`,
  })

/** Throws where nothing would ever arrive. */
export const checkMail = (config: Pick<Config, 'env' | 'smtpUrl'>): void => {
  if (!hasMail(config))
    throw new Problem('conflict', {
      detail: phrase`This installation sends no mail (VEZNE_SMTP_URL is not set); an administrator can set a password.`,
    })
}
