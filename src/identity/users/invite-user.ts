/** POST /api/v{version}/users/invitations: a person is made and gets a mail with a link to set a password of the own. */
import { created, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import { chosenLanguage } from '../../infra/http/preferred-language.ts'
import { prepareOutbox } from '../../mail/outbox.ts'
import { checkMail } from '../links/person-link.ts'
import { type Inviting, realmOfCaller, sendInvitation } from './send-invitation.ts'
import { checkFree, checkLooks, checkMerchant, checkRoles } from './user-rules.ts'
import { InviteUser, type InviteUserBody, inEnvelope, SNAKE_CASE, UserEnvelope, VersionParams } from './user-schemas.ts'
import { changeUsers, checkVersion, markUser, newUser, userBody } from './user-scope.ts'
import { insertUser } from './user-store.ts'

export const inviteUser = (realms: Inviting): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v:version/users/invitations',
    tag: 'Users',
    summary: 'Invite a person',
    description:
      'Makes a user without a password and sends a mail with a link that works once and for 72 hours: the person sets a password that ' +
      'nobody else knows. The link is in the mail alone. Members may be written in snake_case, too.',
    allow: 'users',
    params: VersionParams,
    body: InviteUser,
    bodyAliases: SNAKE_CASE,
    answers: { 201: UserEnvelope },
    errors: ['resource_not_found', 'conflict', 'invalid_merchant_id'],
    async handle(call) {
      checkVersion(call)
      const { body, runtime, principal } = call
      checkMail(runtime.config)
      const invited = { ...body, username: usernameOf(body) }
      const realm = await realmOfCaller(realms, principal)
      const putMail = await prepareOutbox(runtime, realm.tenantId)
      const answer = await changeUsers(call, async (tx, scope) => {
        const row = newUser(scope.tenantId, invited, runtime.clock.now())
        await checkRoles(tx, principal, row.roles)
        await checkMerchant(tx, scope, row.merchant_id)
        await checkFree(tx, row)
        await checkLooks(tx, row, ['username', 'email'])
        await insertUser(tx, {
          ...row,
          password_hash: null,
          password_known_by: null,
          address_waits: principal.tenantId !== null,
        })
        await sendInvitation(runtime, tx, putMail, {
          realm,
          person: row,
          language: chosenLanguage(call.body?.language, call.request),
        })
        const after = userBody(await markUser(tx, principal, row, row.created), principal)
        return { ...created(inEnvelope(after)), change: { kind: 'user', id: row.id, before: null, after } }
      })
      runtime.notifications.publish('mail', realm.tenantId)
      return answer
    },
  })

const NAME_CHARS_MAX = 100

const usernameOf = ({ username, email }: InviteUserBody): string => {
  if (username !== undefined) return username
  if (email.length > NAME_CHARS_MAX)
    throw fieldProblem(
      'username',
      'required',
      phrase`the e-mail address is no user name: it is longer than ${NAME_CHARS_MAX}`,
    )
  return email
}
