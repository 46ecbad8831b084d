/** The client's id and secret as a token request carries them: in the body, or by HTTP Basic with a form. */
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { Secret } from '../../core/secret.ts'
import type { TokenBody } from './token-schemas.ts'

export interface ClientCredentials {
  readonly clientId: string
  readonly secret: Secret
  readonly isBasic: boolean
}

/** Returns null if the request carries none at all. */
export const readClientCredentials = (
  authorization: string | undefined,
  body: TokenBody,
  isForm: boolean,
): ClientCredentials | null => {
  const { client_id, client_secret } = body
  const basic = isForm ? basicOf(authorization) : null
  if (basic && (client_id !== undefined || client_secret !== undefined))
    throw new Problem('bad_request', {
      detail: phrase`Credentials came by HTTP Basic and in the body; send them in one of the two.`,
      errors: [{ field: 'client_id', code: 'mismatch', message: phrase`leave it out when HTTP Basic is used` }],
    })
  if (basic) return basic
  if (client_id === undefined && client_secret === undefined) return null
  if (client_id === undefined) throw fieldProblem('client_id', 'required', phrase`send it with client_secret`)
  if (client_secret === undefined) throw fieldProblem('client_secret', 'required', phrase`send it with client_id`)
  return { clientId: client_id, secret: new Secret(client_secret), isBasic: false }
}

/** The response names the guesses that are left once there are five or fewer, so that a shop which deployed a wrong secret stops repeating it. */
const LEFT_TOLD = 5

/** Returns the same answer whether the client is unknown, switched off, of another realm, or the secret wrong. `left` is the number of wrong secrets until they wait; null if they never do. */
export const invalidCredentials = (isBasic: boolean, left: number | null = null): Problem =>
  new Problem('invalid_credentials', {
    detail:
      left !== null && left <= LEFT_TOLD
        ? phrase`No client of this realm has this client_id and client_secret; check both, and the slug of the realm. Wrong ones left before they have to wait: ${left}.`
        : phrase`No client of this realm has this client_id and client_secret; check both, and the slug of the realm.`,
    ...(isBasic ? { headers: { 'www-authenticate': 'Basic realm="token"' } } : {}),
  })

const basicOf = (authorization: string | undefined): ClientCredentials | null => {
  const match = /^Basic +(.*)$/i.exec(authorization ?? '')
  if (!match) return null
  const text = Buffer.from(match[1] as string, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon < 0) throw invalidCredentials(true)
  return {
    clientId: formDecoded(text.slice(0, colon)),
    secret: new Secret(formDecoded(text.slice(colon + 1))),
    isBasic: true,
  }
}

/** RFC 6749 2.3.1: both halves are form-encoded before they are joined. */
const formDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text // a client that does not encode and has a stray percent sign
  }
}
