/** Signs people in at the identity surface: guesses, second factors and limits are judged there. */
import { Problem } from '../../core/problem.ts'
import type { ConsoleServices, Tokens } from '../console-services.ts'
import { type CallOrigin, callSurface, toProblem } from '../surface-calls.ts'

export interface Credentials {
  /** Slug of the realm. */
  readonly tenant: string
  readonly username: string
  readonly password: string
  readonly otp?: string | undefined
}

interface SignIns {
  /** Throws the problems of the login, including otp_required. */
  logIn(credentials: Credentials, origin: CallOrigin): Promise<Tokens>
  /** Begins a sign-in with the new password, which ends every other sign-in of the person. Throws the problems of that operation. */
  changePassword(change: Credentials & { readonly newPassword: string }, origin: CallOrigin): Promise<Tokens>
}

export const createSignIns = (services: Pick<ConsoleServices, 'send'>): SignIns => {
  const post = (slug: string, step: string, body: object, origin: CallOrigin) =>
    callSurface(
      services,
      { surface: 'identity', method: 'POST', url: `/api/v1/auth/${encodeURIComponent(slug)}/${step}`, body },
      origin,
    )
  return {
    async logIn({ tenant, username, password, otp }, origin) {
      const code = otp === undefined || otp === '' ? {} : { otp }
      const answer = await post(tenant, 'login', { username, password, in_two_steps: true, ...code }, origin)
      // A caller must not learn which organizations exist before the password is right.
      if (answer.status === 404) throw new Problem('invalid_credentials')
      if (answer.status !== 200) throw toProblem(answer)
      return answer.body as Tokens
    },
    async changePassword({ tenant, username, password, newPassword, otp }, origin) {
      const code = otp === undefined || otp === '' ? {} : { otp }
      const body = { username, password, new_password: newPassword, ...code }
      const answer = await post(tenant, 'change-password', body, origin)
      if (answer.status !== 200) throw toProblem(answer)
      return answer.body as Tokens
    },
  }
}
