/** POST /api/v1/auth/{slug}/links/look-up and /links/use: the first shows a link's purpose without using it, the second sets the person's password. */
import { Type } from 'typebox'
import { appendAudit } from '../../access/audit/append-audit.ts'
import { realmSuspended } from '../../access/callers/authenticate.ts'
import type { Realm, Realms } from '../../access/callers/realms.ts'
import { type Call, type Endpoint, endpoint, noContent, ok } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import type { Language } from '../../core/phrases/texts.ts'
import { DateTime, described, Enum } from '../../core/schema.ts'
import { chosenLanguage } from '../../infra/http/preferred-language.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { hasMail } from '../../mail/open-mailer.ts'
import { prepareOutbox } from '../../mail/outbox.ts'
import { isUnused } from '../login/disable-unused-users.ts'
import type { LoginThrottle } from '../login/login-throttle.ts'
import { hashNewPassword } from '../login/password-history.ts'
import { checkPassword, NewPassword } from '../login/password-policy.ts'
import type { Passwords } from '../login/passwords.ts'
import { endSessions, lockUsers } from '../login/user-login-store.ts'
import { findPathRealm } from '../tokens/path-realm.ts'
import { SlugParams } from '../tokens/token-schemas.ts'
import { MAIL_TEXTS, MailLanguage } from './mail-texts.ts'
import { hashLinkSecret, linkInvalid } from './person-link.ts'
import { findOpenLink, lockPerson, type OpenLink, setPasswordByLink, useLink } from './person-link-store.ts'
import { toOrganizationName } from './send-link.ts'

const LinkSecret = Type.String({
  maxLength: 200,
  'x-verbatim': true,
  description: 'Value of `key` in the link that was mailed.',
})
const LookUpLink = Type.Object({ key: LinkSecret }, { $id: 'LookUpLink' })
const UseLink = Type.Object({ key: LinkSecret, password: NewPassword, language: MailLanguage }, { $id: 'UseLink' })
const Link = Type.Object(
  {
    purpose: described(
      Enum('LinkPurpose', ['invitation', 'password']),
      'Purpose the link was sent for: an invitation, or a forgotten password.',
    ),
    organization: Type.String({ description: 'Name of the organization that the user belongs to.' }),
    username: Type.String({ description: 'Name of the user whose password the link sets.' }),
    expires_at: described(DateTime, 'Time until which the link can be used.'),
  },
  { $id: 'Link' },
)

const TELL_WITHIN_MS = 86_400_000

type Caller = Pick<Call, 'runtime' | 'request' | 'correlationId'>

export const linkEndpoints = (realms: Realms, passwords: Passwords, guard: LoginThrottle): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/api/v1/auth/:slug/links/look-up',
    tag: 'Auth',
    summary: 'Look a link up',
    description:
      'What the link of an invitation or a forgotten password is for. It uses nothing: programs that check mails open links.',
    allow: 'none',
    limit: 'token',
    idempotent: false,
    params: SlugParams,
    body: LookUpLink,
    answers: { 200: Link },
    errors: ['realm_not_found', 'link_invalid', 'realm_suspended'],
    async handle({ params, body, runtime }) {
      const realm = await findPathRealm(realms, params.slug)
      const { purpose, username, expiresAt } = await openLinkOf(runtime, realm, body.key)
      return ok({ purpose, organization: toOrganizationName(realm), username, expires_at: isoTime(expiresAt) })
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/auth/:slug/links/use',
    tag: 'Auth',
    summary: 'Set one’s own password by a link',
    description:
      'Once, by the link of an invitation or a forgotten password. Ends every session of the user and every other link; nobody is logged in, ' +
      'and the second factor stays.',
    allow: 'none',
    limit: 'token',
    idempotent: false,
    params: SlugParams,
    body: UseLink,
    answers: { 204: null },
    errors: ['realm_not_found', 'link_invalid', 'realm_suspended'],
    async handle(call) {
      const { params, body, request, runtime } = call
      const realm = await findPathRealm(realms, params.slug)
      const link = await openLinkOf(runtime, realm, body.key)
      checkPassword('password', body.password, link)
      const hash = await hashNewPassword(passwords, 'password', body.password, link.usedHashes)
      await setPassword(call, realm, link, { hash, key: body.key, language: chosenLanguage(body.language, request) })
      runtime.notifications.publish('realms', realm.tenantId)
      runtime.notifications.publish('mail', realm.tenantId)
      // The mailbox proves the person; where there is a second factor, guesses at it go on to count.
      if (!link.hasSecondFactor) await guard.open(realm.tenantId, link.userId)
      return noContent()
    },
  }),
]

/** Throws link_invalid, or realm_suspended if the caller has a valid link. */
const openLinkOf = async (runtime: Runtime, realm: Realm, key: string): Promise<OpenLink> => {
  const { tenantId } = realm
  const now = runtime.clock.now()
  const secretHash = hashLinkSecret(runtime.sealer, tenantId, key)
  const link = await runtime.db.transaction({ of: tenantId }, (tx) => findOpenLink(tx, { tenantId, secretHash, now }))
  if (!link || isUnused(link, now.getTime())) throw linkInvalid()
  if (realm.isSuspended) throw realmSuspended(realm.slug)
  return link
}

const setPassword = async (
  { runtime, request, correlationId }: Caller,
  realm: Realm,
  { userId, email, purpose }: OpenLink,
  { hash, key, language }: { hash: string; key: string; language: Language },
): Promise<void> => {
  const { tenantId, slug } = realm
  const secretHash = hashLinkSecret(runtime.sealer, tenantId, key)
  const putMail = await prepareOutbox(runtime, tenantId)
  await runtime.db.transaction({ of: tenantId }, async (tx) => {
    const now = runtime.clock.now()
    // An administrator who changes the address at the same moment sees whether it has been used.
    await lockUsers(tx, tenantId)
    await lockPerson(tx, tenantId, userId)
    const isUsed = await useLink(tx, { tenantId, secretHash, now }, userId)
    if (!isUsed || !(await setPasswordByLink(tx, tenantId, userId, hash, now))) throw linkInvalid()
    await endSessions(tx, tenantId, userId, Date.now(), now)
    if (purpose === 'password' && hasMail(runtime.config)) {
      const text = MAIL_TEXTS[language].passwordSet(toOrganizationName(realm))
      const giveUpAt = new Date(now.getTime() + TELL_WITHIN_MS)
      await putMail(tx, { purpose: 'password_set', mail: { to: email, ...text }, giveUpAt })
    }
    await appendAudit(runtime, tx, [
      {
        tenantId,
        actor: userId,
        realm: slug,
        operation: 'POST /api/v1/auth/{slug}/links/use',
        outcome: 'done',
        code: null,
        kind: 'user',
        targetId: userId,
        merchantId: null,
        correlationId,
        address: request.clientAddress,
        before: null,
        after: { passwordSetBy: purpose === 'invitation' ? 'invitation' : 'link of a forgotten password' },
      },
    ])
  })
}
