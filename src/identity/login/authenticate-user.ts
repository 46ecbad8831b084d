/** Authenticates a person by name, password and, if one is set up, second factor: the same answer and the same work whichever is wrong. */
import { attributeDenial, claimedId } from '../../access/audit/denials.ts'
import type { Realm } from '../../access/callers/realms.ts'
import { isUsable } from '../../access/callers/token-subject.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Secret } from '../../core/secret.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { RequestOrigin } from '../tokens/authenticate-client.ts'
import { isUnused } from './disable-unused-users.ts'
import type { LoginThrottle } from './login-throttle.ts'
import type { Passwords } from './passwords.ts'
import {
  DUMMY_SECRET,
  hashRecoveryCode,
  isTotpCode,
  type Proof,
  totpSealingContext,
  totpStep,
} from './second-factor.ts'
import { spendRecoveryCode, spendStep } from './second-factor-store.ts'
import { findByName, type UserWithPassword } from './user-login-store.ts'

interface UserCredentials {
  readonly username: string
  readonly password: Secret
  /** A code of the second factor, or a recovery code. */
  readonly otp?: Secret | undefined
  /** True if a missing code may be reported: the person is asked for it next. */
  readonly asksForCode?: boolean
}

export interface UserAuthenticator {
  /** The password may be a temporary one. Throws invalid_credentials, otp_required, service_unavailable. */
  authenticate(realm: Realm, credentials: UserCredentials, caller: RequestOrigin): Promise<UserWithPassword>
}

/** Returns the same response whether the user is unknown, disabled, pending, locked, or password or code wrong. */
export const wrongPassword = (): Problem =>
  new Problem('invalid_credentials', {
    detail: phrase`No user of this realm has this username and password, or the code of the second factor (otp) is missing or wrong; check all of them, and the slug of the realm.`,
  })

export const createUserAuthenticator = (
  runtime: Pick<Runtime, 'db' | 'clock' | 'log' | 'sealer'>,
  guard: LoginThrottle,
  passwords: Passwords,
): UserAuthenticator => ({
  async authenticate({ tenantId, slug }, credentials, { address, nowMs }) {
    const { db, clock, log } = runtime
    const { username, password } = credentials
    // Not from the cache: a new password works at once, and an unknown name takes as long as a wrong password.
    const person = await db.transaction({ of: tenantId }, (tx) => findByName(tx, tenantId, username))
    const guess = { tenantId, userId: person?.id ?? null, username, address, nowMs }
    const mayEnter = person && isUsable(person, clock.ms()) && !isUnused(person, clock.ms())
    const proof = await proofOf(runtime, tenantId, person, credentials.otp, nowMs)
    // The lock is checked inside the queue: concurrent guesses cannot all pass before the first is counted.
    const isRight = await passwords.inTurn(async () => {
      if (await guard.isClosed(guess)) return false
      const matches = await passwords.matches(mayEnter ? person.passwordHash : null, password)
      // No guess was made at the code. The failures before are not forgotten either: only both together are a success.
      if (matches && credentials.asksForCode && credentials.otp === undefined && (person?.totpSealed ?? null) !== null)
        throw new Problem('otp_required')
      const proves = matches && person !== undefined && (await spend(runtime, tenantId, person, proof))
      await (proves ? guard.succeeded(guess) : guard.failed(guess))
      return proves
    })
    if (person && isRight) return person
    log.info('login.refused', { tenant_id: tenantId, user_id: person?.id ?? null, address })
    // The name is recorded as claimed, whether or not there is such a user: a look-up for counting and logging would take additional time.
    throw attributeDenial(wrongPassword(), { tenantId, realm: slug, actor: claimedId(username) })
  },
})

/** Compares before the password is known to be right, and with a dummy secret where there is none. */
const proofOf = async (
  { sealer }: Pick<Runtime, 'sealer'>,
  tenantId: string,
  person: UserWithPassword | undefined,
  otp: Secret | undefined,
  nowMs: number,
): Promise<Proof | null> => {
  const sealed = person?.totpSealed ?? null
  const secret =
    person && sealed !== null ? await sealer.open(tenantId, totpSealingContext(person.id), sealed) : DUMMY_SECRET
  const proof = (otp?.use((text): Proof | null => {
    if (!isTotpCode(text)) return { recovery: hashRecoveryCode(sealer, { tenantId, userId: person?.id ?? '' }, text) }
    const step = totpStep(secret, text, nowMs)
    return step === null ? null : { step }
  }) ?? null) as Proof | null
  return sealed === null ? null : proof
}

/** Returns true if no second factor is set up, or the code was right and not used before. */
const spend = async (
  { db }: Pick<Runtime, 'db'>,
  tenantId: string,
  { id, totpSealed }: UserWithPassword,
  proof: Proof | null,
): Promise<boolean> => {
  if (totpSealed === null) return true
  if (proof === null) return false
  return db.transaction({ of: tenantId }, (tx) =>
    'step' in proof ? spendStep(tx, tenantId, id, proof.step) : spendRecoveryCode(tx, tenantId, id, proof.recovery),
  )
}
