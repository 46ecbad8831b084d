/** /api/v1/me/second-factor: a person sets up the second factor, confirms it with a code, and removes it again. */
import { Type } from 'typebox'
import type { Realms } from '../../access/callers/realms.ts'
import { type Endpoint, endpoint, noContent, ok } from '../../access/endpoint.ts'
import { SECOND_FACTOR_ROLES } from '../../access/permissions.ts'
import { isoTimeOrNull } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { DateTime, described, Nullable } from '../../core/schema.ts'
import type { Config } from '../../infra/process/config.ts'
import type { UserAuthenticator } from './authenticate-user.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import {
  hashRecoveryCode,
  isTotpCode,
  newRecoveryCodes,
  newTotpSecret,
  otpauthUri,
  totpSealingContext,
  totpStep,
} from './second-factor.ts'
import {
  changed,
  findSignedInPerson,
  PresentPassword,
  provenPerson,
  RecoveryCodes,
  SECOND_FACTOR_PATH,
} from './second-factor-operation.ts'
import {
  confirmSecondFactor,
  findSecondFactor,
  prepareSecondFactor,
  removeSecondFactor,
} from './second-factor-store.ts'
import { endSessions } from './user-login-store.ts'

const SecondFactor = Type.Object(
  {
    is_active: Type.Boolean({ description: 'Whether signing in requires a code.' }),
    is_required: Type.Boolean({ description: "Whether rights of the caller's roles apply only with a second factor." }),
    confirmed_at: described(
      Nullable(DateTime),
      'Time at which the second factor was confirmed; null when there is none.',
    ),
    recovery_codes_left: Type.Integer({
      format: 'int32',
      description: 'Number of recovery codes that can still be used instead of the app.',
    }),
  },
  { $id: 'SecondFactor' },
)
const EnrolSecondFactor = Type.Object({ password: PresentPassword }, { $id: 'EnrolSecondFactor' })
const EnrolledSecondFactor = Type.Object(
  {
    secret: Type.String({
      description: 'Secret of the second factor in Base32, to be typed into an authenticator app.',
    }),
    otpauth_uri: Type.String({ description: 'Address with the same secret, to be shown as a QR code.' }),
  },
  { $id: 'EnrolledSecondFactor' },
)
const ConfirmSecondFactor = Type.Object(
  {
    otp: Type.String({
      pattern: '^[0-9]{6}$',
      'x-verbatim': true,
      description: 'Six digits of the authenticator app.',
    }),
  },
  { $id: 'ConfirmSecondFactor' },
)
const DisableSecondFactor = Type.Object(
  {
    password: PresentPassword,
    otp: Type.String({
      maxLength: 40,
      'x-verbatim': true,
      description: 'Code of the authenticator app, or a recovery code.',
    }),
  },
  { $id: 'DisableSecondFactor' },
)

export const secondFactorEndpoints = (env: Config['env'], realms: Realms, users: UserAuthenticator): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: SECOND_FACTOR_PATH,
    tag: 'Me',
    summary: 'One’s own second factor',
    description: 'Whether it is set up and confirmed, and how many recovery codes are left.',
    allow: 'any',
    answers: { 200: SecondFactor },
    async handle({ principal, runtime }) {
      const { id } = await findSignedInPerson(realms, principal)
      const row = await runtime.db.transaction({ of: principal.realmId, mode: 'read' }, (tx) =>
        findSecondFactor(tx, principal.realmId, id),
      )
      const roles = principal.roles.union(principal.withheldRoles ?? new Set())
      return ok({
        is_active: row?.confirmedAt != null,
        is_required: env === 'production' && !roles.isDisjointFrom(SECOND_FACTOR_ROLES),
        confirmed_at: isoTimeOrNull(row?.confirmedAt ?? null),
        recovery_codes_left: row?.recoveryCodesLeft ?? 0,
      })
    },
  }),
  enrol(realms, users),
  confirm(realms),
  disable(realms, users),
  renewRecoveryCodes(realms, users),
]

const enrol = (realms: Realms, users: UserAuthenticator): Endpoint =>
  endpoint({
    method: 'POST',
    path: SECOND_FACTOR_PATH,
    tag: 'Me',
    summary: 'Set up a second factor',
    description:
      'Answers the secret for an authenticator app (RFC 6238). It counts once it is confirmed; until then it may be asked for again.',
    allow: 'any',
    effect: 'proves-itself',
    idempotent: false,
    body: EnrolSecondFactor,
    answers: { 200: EnrolledSecondFactor },
    errors: ['invalid_credentials', 'conflict'],
    async handle(call) {
      const { principal, runtime, body } = call
      const { id, username } = await provenPerson(call, realms, users, { password: body.password })
      const secret = newTotpSecret()
      const sealed = await runtime.sealer.seal(principal.realmId, totpSealingContext(id), secret)
      return call.inTx(async (tx) => {
        if (!(await prepareSecondFactor(tx, principal.realmId, id, sealed))) throw setUpAlready()
        return {
          ...ok({ secret, otpauth_uri: otpauthUri(secret, `Vezne ${principal.realm}`, username) }),
          carriesSecret: true,
          change: changed(id, false, false, 'prepared'),
        }
      })
    },
  })

const confirm = (realms: Realms): Endpoint =>
  endpoint({
    method: 'POST',
    path: `${SECOND_FACTOR_PATH}/confirm`,
    tag: 'Me',
    summary: 'Confirm the second factor with its first code',
    description:
      'From now on a login needs a code. Every session ends, this one included, so that none is left that never showed a code.',
    allow: 'any',
    effect: 'proves-itself',
    idempotent: false,
    body: ConfirmSecondFactor,
    answers: { 200: RecoveryCodes },
    errors: ['conflict'],
    async handle(call) {
      const { principal, runtime, body, request } = call
      const tenantId = principal.realmId
      const { id } = await findSignedInPerson(realms, principal)
      const row = await runtime.db.transaction({ of: tenantId, mode: 'read' }, (tx) =>
        findSecondFactor(tx, tenantId, id),
      )
      if (row?.confirmedAt) throw setUpAlready()
      if (!row?.sealed)
        throw new Problem('conflict', {
          detail: phrase`Nothing waits to be confirmed; begin with POST ${SECOND_FACTOR_PATH}.`,
        })
      const { sealed } = row
      const secret = await runtime.sealer.open(tenantId, totpSealingContext(id), sealed)
      const step = isTotpCode(body.otp) ? totpStep(secret, body.otp, request.arrivedAt) : null
      if (step === null)
        throw fieldProblem('otp', 'mismatch', phrase`is not a code of this secret now; check the time of the device`)
      const codes = newRecoveryCodes()
      const recoveryHashes = codes.map((code) => hashRecoveryCode(runtime.sealer, { tenantId, userId: id }, code))
      const answer = await call.inTx(async (tx) => {
        const now = runtime.clock.now()
        if (!(await confirmSecondFactor(tx, { tenantId, userId: id, sealed, step, recoveryHashes, now })))
          throw setUpAlready()
        await endSessions(tx, tenantId, id, Date.now(), now)
        return { ...ok({ recovery_codes: codes }), carriesSecret: true, change: changed(id, false, true, 'confirmed') }
      })
      runtime.notifications.publish('realms', tenantId)
      return answer
    },
  })

const disable = (realms: Realms, users: UserAuthenticator): Endpoint =>
  endpoint({
    method: 'POST',
    path: `${SECOND_FACTOR_PATH}/disable`,
    tag: 'Me',
    summary: 'Take one’s own second factor away',
    description: 'Asks for password and code. Every session ends.',
    allow: 'any',
    effect: 'proves-itself',
    idempotent: false,
    body: DisableSecondFactor,
    answers: { 204: null },
    errors: ['invalid_credentials'],
    async handle(call) {
      const { principal, runtime, body } = call
      const tenantId = principal.realmId
      const { id } = await provenPerson(call, realms, users, body)
      const answer = await call.inTx(async (tx) => {
        const now = runtime.clock.now()
        const had = await removeSecondFactor(tx, tenantId, id, now)
        await endSessions(tx, tenantId, id, Date.now(), now)
        return { ...noContent(), change: changed(id, had, false, 'removed') }
      })
      runtime.notifications.publish('realms', tenantId)
      return answer
    },
  })

const setUpAlready = (): Problem =>
  new Problem('conflict', {
    detail: phrase`A second factor is set up; disable it first, or have an administrator reset it.`,
  })
