/** POST users/{id}/confirm: a second person, or for a tenant without two people the platform, lets a user decide, send and approve. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import type { Accountable } from '../../access/four-eyes.ts'
import { described, Uuid } from '../../core/schema.ts'
import type { Tx } from '../../infra/database/database.ts'
import { confirmAsPlatform, confirmCredential } from '../confirmation/confirm-credential.ts'
import { ConfirmUserChange, checkSent } from '../confirmation/named-change.ts'
import { lockUsers } from '../login/user-login-store.ts'
import { passwordKnownBy } from './user-credentials-store.ts'
import { inEnvelope, SNAKE_CASE, UserEnvelope, UserParams } from './user-schemas.ts'
import { changeUsers, checkVersion, requireUser, userBody } from './user-scope.ts'
import { findUser, type UserRow, type UserScope } from './user-store.ts'

const NAMED = { body: ConfirmUserChange, bodyAliases: SNAKE_CASE, isBodyOptional: true } as const

const bearersOf = async (tx: Tx, { tenantId }: UserScope, { id }: UserRow): Promise<Accountable> => [
  id,
  ...((await passwordKnownBy(tx, tenantId, id)) ?? []),
]

export const confirmUser: Endpoint = endpoint({
  method: 'POST',
  path: '/api/v:version/users/:id/confirm',
  tag: 'Users',
  summary: 'Confirm a user',
  description:
    'A user whom a person created, set a password for or granted roles decides, sends and approves nothing until another ' +
    'person confirms the change. Whoever set the password still counts as the user until a link to the confirmed address, or a change ' +
    'with a second factor of before, ends it.',
  allow: 'users',
  fourEyes: 'decide',
  params: UserParams,
  ...NAMED,
  answers: { 200: UserEnvelope },
  errors: ['conflict'],
  handle: (call) => {
    checkVersion(call)
    const { params, principal, body } = call
    checkSent(call, 'changeId', body.changeId)
    return changeUsers(call, async (tx, scope) => {
      const currentUser = requireUser(await findUser(tx, scope, params.id))
      const place = { tenantId: scope.tenantId, id: currentUser.id }
      const row = { accountable: await bearersOf(tx, scope, currentUser), changeId: body.changeId }
      await confirmCredential(tx, 'users', place, row, principal)
      const [before, after] = [currentUser, requireUser(await findUser(tx, scope, currentUser.id))].map((row) =>
        userBody(row, principal),
      )
      return { ...ok(inEnvelope(after)), change: { kind: 'user', id: currentUser.id, before: before!, after: after! } }
    })
  },
})

export const confirmUserAsPlatform: Endpoint = endpoint({
  method: 'POST',
  path: '/api/v1/platform/tenants/:tenant_id/users/:id/confirm',
  tag: 'PlatformTenants',
  summary: 'Confirm one of the first people of a tenant',
  description:
    'For the first two people of a tenant, whom no one else can confirm: the platform has made sure who the ' +
    'user is, and that the user signs in with a password of his own: 409 where somebody else set it and the user has not changed it since. Where ' +
    'another person of the tenant resets password or second factor later, that one counts as the user until the platform confirms anew.',
  allow: 'platform',
  params: Type.Object({
    tenant_id: described(Uuid, 'Id of the tenant that the user belongs to.'),
    id: described(Uuid, 'Id of the user.'),
  }),
  ...NAMED,
  answers: { 200: UserEnvelope },
  errors: ['conflict'],
  async handle(call) {
    const { params, runtime, body } = call
    checkSent(call, 'changeId', body.changeId)
    const scope = { tenantId: params.tenant_id.toLowerCase(), merchantId: null }
    const shownIn = { tenantId: scope.tenantId }
    const answer = await call.inTxOf(scope.tenantId, async (tx) => {
      await lockUsers(tx, scope.tenantId)
      const currentUser = requireUser(await findUser(tx, scope, params.id))
      await confirmAsPlatform(tx, { tenantId: scope.tenantId, id: currentUser.id }, body.changeId, runtime.clock.now())
      const [before, after] = [currentUser, requireUser(await findUser(tx, scope, currentUser.id))].map((each) =>
        userBody(each, shownIn),
      )
      return { ...ok(inEnvelope(after)), change: { kind: 'user', id: currentUser.id, before: before!, after: after! } }
    })
    runtime.notifications.publish('realms', scope.tenantId)
    return answer
  },
})
