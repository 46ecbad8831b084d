/** POST /api/v1/me/second-factor/recovery-codes: new ones for a user who has the device; earlier ones end. */
import { Type } from 'typebox'
import type { Realms } from '../../access/callers/realms.ts'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { UserAuthenticator } from './authenticate-user.ts'
import { hashRecoveryCode, newRecoveryCodes } from './second-factor.ts'
import { changed, PresentPassword, provenPerson, RecoveryCodes, SECOND_FACTOR_PATH } from './second-factor-operation.ts'
import { replaceRecoveryCodes } from './second-factor-store.ts'

const RenewRecoveryCodes = Type.Object(
  {
    password: PresentPassword,
    otp: Type.String({
      pattern: '^[0-9]{6}$',
      'x-verbatim': true,
      description: 'Six digits of the authenticator app; a recovery code is not accepted here.',
    }),
  },
  { $id: 'RenewRecoveryCodes' },
)

export const renewRecoveryCodes = (realms: Realms, users: UserAuthenticator): Endpoint =>
  endpoint({
    method: 'POST',
    path: `${SECOND_FACTOR_PATH}/recovery-codes`,
    tag: 'Me',
    summary: 'Renew one’s own recovery codes',
    description:
      'Asks for password and code. Answers ten new ones, shown this once; those of before end. Sessions go on.',
    allow: 'any',
    effect: 'proves-itself',
    idempotent: false,
    body: RenewRecoveryCodes,
    answers: { 200: RecoveryCodes },
    errors: ['invalid_credentials', 'conflict'],
    async handle(call) {
      const { principal, runtime, body } = call
      const tenantId = principal.realmId
      const { id } = await provenPerson(call, realms, users, body)
      const codes = newRecoveryCodes()
      const hashes = codes.map((code) => hashRecoveryCode(runtime.sealer, { tenantId, userId: id }, code))
      return call.inTx(async (tx) => {
        if (!(await replaceRecoveryCodes(tx, tenantId, id, hashes, runtime.clock.now())))
          throw new Problem('conflict', {
            detail: phrase`No second factor is set up; POST ${SECOND_FACTOR_PATH} begins one, which comes with recovery codes.`,
          })
        return {
          ...ok({ recovery_codes: codes }),
          carriesSecret: true,
          change: changed(id, true, true, 'recovery_codes_renewed'),
        }
      })
    },
  })
