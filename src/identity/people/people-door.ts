/** Lets a person in by name and password: the same answer and the same work whether the name or the password is wrong. */
import { claimedId, refusalOf } from '../../access/audit/denials.ts'
import { isUsable } from '../../access/callers/holder.ts'
import type { Realm } from '../../access/callers/realms.ts'
import { Problem } from '../../core/problem.ts'
import type { Secret } from '../../core/secret.ts'
import type { House } from '../../infra/house.ts'
import type { Caller } from '../tokens/client-door.ts'
import type { LoginGuard } from './login-guard.ts'
import type { Passwords } from './passwords.ts'
import { findByName, type PersonWithPassword } from './person-login-store.ts'

export interface PersonCredentials {
  readonly username: string
  readonly password: Secret
}

export interface PeopleDoor {
  /** The password may be a temporary one. Throws invalid_credentials, service_unavailable. */
  enter(realm: Realm, credentials: PersonCredentials, caller: Caller): Promise<PersonWithPassword>
}

/** The same answer whether the user is unknown, disabled, waiting, closed for guessing, or the password wrong. */
export const wrongPassword = (): Problem =>
  new Problem('invalid_credentials', {
    detail: 'No user of this realm has this username and password; check both, and the slug of the realm.',
  })

export const openPeopleDoor = (
  { db, clock, log }: Pick<House, 'db' | 'clock' | 'log'>,
  guard: LoginGuard,
  passwords: Passwords,
): PeopleDoor => ({
  async enter({ tenantId, slug }, { username, password }, { address, nowMs }) {
    // Not from the cache: a new password works at once, and an unknown name takes as long as a wrong password.
    const person = await db.inTenant(tenantId, (tx) => findByName(tx, tenantId, username))
    const guess = { tenantId, userId: person?.id ?? null, username, address, nowMs }
    const hash = person && isUsable(person, clock.ms()) ? person.passwordHash : null
    // Whether the account waits is asked in one's turn: guesses sent at once cannot all pass before the first is counted.
    const isRight = await passwords.inTurn(async () => {
      if (await guard.isClosed(guess)) return false
      const matches = await passwords.matches(hash, password)
      await (matches ? guard.succeeded(guess) : guard.failed(guess))
      return matches
    })
    if (person && isRight) return person
    log.info('login.refused', { tenant_id: tenantId, user_id: person?.id ?? null, address })
    // As claimed, whether or not there is such a user: who is counted together and who is written would take its own time.
    throw refusalOf(wrongPassword(), { tenantId, realm: slug, actor: claimedId(username) })
  },
})
