/** POST and DELETE /api/v{version}/users/{id}/invitation: sent again, or withdrawn, while the person has no password. */
import { type Endpoint, endpoint, noContent, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { chosenLanguage } from '../../infra/http/preferred-language.ts'
import { prepareOutbox } from '../../mail/outbox.ts'
import { checkMail } from '../links/person-link.ts'
import { lockPerson } from '../links/person-link-store.ts'
import { endLinks } from '../login/end-credentials.ts'
import { passwordsUsed } from '../login/user-login-store.ts'
import { type Inviting, realmOfCaller, sendInvitation } from './send-invitation.ts'
import { inEnvelope, SendInvitation, UserEnvelope, UserParams } from './user-schemas.ts'
import { changeUsers, checkVersion, requireUser, userBody } from './user-scope.ts'
import { findUser } from './user-store.ts'

const PATH = '/api/v:version/users/:id/invitation'

export const invitationEndpoints = (realms: Inviting): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: PATH,
    tag: 'Users',
    summary: 'Send an invitation',
    description:
      'To a user who has no password yet, again or for the first time: a link that works once and for 72 hours. The one before counts no more.',
    allow: 'users',
    params: UserParams,
    body: SendInvitation,
    isBodyOptional: true,
    answers: { 200: UserEnvelope },
    errors: ['conflict'],
    async handle(call) {
      checkVersion(call)
      const { params, runtime, principal } = call
      checkMail(runtime.config)
      const realm = await realmOfCaller(realms, principal)
      const putMail = await prepareOutbox(runtime, realm.tenantId)
      const answer = await changeUsers(call, async (tx, scope) => {
        const currentUser = requireUser(await findUser(tx, scope, params.id))
        await lockPerson(tx, scope.tenantId, currentUser.id)
        if ((await passwordsUsed(tx, scope.tenantId, currentUser.id)).length > 0)
          throw new Problem('conflict', {
            detail: phrase`This person has a password, and can ask for a new one at the sign-in.`,
          })
        if (!currentUser.enabled || currentUser.pending_approval)
          throw new Problem('conflict', {
            detail: phrase`This person is not let in; enable or approve the user first.`,
          })
        await sendInvitation(runtime, tx, putMail, {
          realm,
          person: currentUser,
          language: chosenLanguage(call.body?.language, call.request),
        })
        const [before, after] = [currentUser, requireUser(await findUser(tx, scope, currentUser.id))].map((row) =>
          userBody(row, principal),
        )
        return {
          ...ok(inEnvelope(after)),
          change: { kind: 'user', id: currentUser.id, before: before!, after: after! },
        }
      })
      runtime.notifications.publish('mail', realm.tenantId)
      return answer
    },
  }),
  endpoint({
    method: 'DELETE',
    path: PATH,
    tag: 'Users',
    summary: 'Withdraw an invitation',
    description: 'Its link counts no more. The user stays, without a password, until it is deleted or invited again.',
    allow: 'users',
    params: UserParams,
    answers: { 204: null },
    handle(call) {
      checkVersion(call)
      const { params, runtime, principal } = call
      return changeUsers(call, async (tx, scope) => {
        const currentUser = requireUser(await findUser(tx, scope, params.id))
        if ((await endLinks(tx, scope.tenantId, currentUser.id, runtime.clock.now(), 'invitation')) === 0)
          throw new Problem('resource_not_found', { detail: phrase`This person has no invitation that counts.` })
        const before = userBody(currentUser, principal)
        return {
          ...noContent(),
          change: { kind: 'user', id: currentUser.id, before, after: { ...before, invitedUntil: null } },
        }
      })
    },
  }),
]
