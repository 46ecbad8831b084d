/** Refuses a password that was one of a user's last four. */
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import { Secret } from '../../core/secret.ts'
import { hashPassword, type Passwords } from './passwords.ts'

const REFUSED_LAST = 4 // PCI DSS 4.0, 8.3.7; the present one is among them

/** Returns the hash of a new password. `used`: the present one and those before it, newest first. Throws bad_request. */
export const hashNewPassword = (
  passwords: Passwords,
  field: string,
  password: string,
  used: readonly string[],
): Promise<string> =>
  passwords.inTurn(async () => {
    const given = new Secret(password)
    for (const hash of used.slice(0, REFUSED_LAST))
      if (await passwords.matches(hash, given))
        throw fieldProblem(field, 'mismatch', phrase`must not be one of the last four passwords`)
    return hashPassword(password)
  })
