/** Shared by the operations on one's own second factor: caller, proof, response and audit entry. */
import { Type } from 'typebox'
import type { Person, Realm, Realms } from '../../access/callers/realms.ts'
import { CONSOLE } from '../../access/callers/token-subject.ts'
import type { Call } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { Secret } from '../../core/secret.ts'
import type { UserAuthenticator } from './authenticate-user.ts'
import { GivenPassword } from './log-in.ts'

export const SECOND_FACTOR_PATH = '/api/v1/me/second-factor'
export const PresentPassword = GivenPassword(
  'Present password of the caller, so that a stolen token can change nothing.',
)
export const RecoveryCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Recovery codes, shown in this answer only; each replaces one code of the app.',
    }),
  },
  { $id: 'RecoveryCodes' },
)
type Caller = Pick<Call, 'principal' | 'request'>

/** Returns the caller, authenticated again by password (and code, if one is set up): wrong guesses count like those of a login. */
export const provenPerson = async (
  { principal, request }: Caller,
  realms: Realms,
  users: UserAuthenticator,
  { password, otp }: { password: string; otp?: string },
): Promise<Person> => {
  const { username } = await findSignedInPerson(realms, principal)
  const realm = (await realms.realmBySlug(principal.realm)) as Realm // it has just verified the token
  const credentials = { username, password: new Secret(password), otp: otp === undefined ? undefined : new Secret(otp) }
  return users.authenticate(realm, credentials, { address: request.clientAddress, nowMs: request.arrivedAt })
}

export const findSignedInPerson = async (
  realms: Realms,
  { clientId, realmId, subject }: Call['principal'],
): Promise<Person> => {
  const person = clientId === CONSOLE ? await realms.personOf(realmId, subject) : null
  if (person) return person
  throw new Problem('forbidden', {
    detail: phrase`A second factor is for people who log in here; API keys and people of an identity provider have none.`,
  })
}

export const changed = (id: string, before: boolean, after: boolean, what: string) => ({
  kind: 'user',
  id,
  before: { hasSecondFactor: before },
  after: { hasSecondFactor: after, secondFactor: what },
})
