/**
 * Checks that a token proves a tenant's right to an issuer and an audience: it has to be valid for both and contain the address of the
 * tenant's realm, which only the operator of the issuer can put in. A stolen token of another organization's people proves nothing.
 */
import { readToken } from '../../access/callers/access-token.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import type { KeySets } from './key-sets.ts'
import type { ProviderRow } from './provider-store.ts'
import { checkExternalToken, listAudiences } from './verify-external-token.ts'

/** Throws bad_request at the field token, and service_unavailable while the issuer's keys cannot be read. `nowMs` is real time. */
export type CheckProof = (token: string, claim: Claim, nowMs: number) => Promise<void>

interface Claim {
  readonly provider: ProviderRow
  readonly audience: string
  /** Value that the token has to contain. */
  readonly proof: string
}

export const createProofCheck =
  (keySets: KeySets): CheckProof =>
  async (text, { provider, audience, proof }, nowMs) => {
    try {
      const token = readToken(text)
      // Only keys that the issuer's discovery document names are used: at a `jwks_url` the tenant could publish its own keys for an issuer of others.
      await checkExternalToken(keySets, token, { ...provider, audience, jwks_url: null }, nowMs)
      if (listAudiences(token.claims).includes(proof) || token.claims.vezne_realm === proof) return
    } catch (error) {
      throw error instanceof Problem ? ofField(error) : error
    }
    throw fieldProblem(
      'token',
      'mismatch',
      phrase`has neither in aud nor as claim vezne_realm what shows whose provider it is: ${proof}`,
    )
  }

/** The caller's own token is good: a 401 would sign the caller out. */
const ofField = (problem: Problem): Problem => {
  if (problem.code === 'token_expired') return fieldProblem('token', problem.code, phrase`has expired; get a new one`)
  if (problem.code === 'invalid_token')
    return fieldProblem('token', problem.code, phrase`is no valid access token of this issuer and audience`)
  return problem
}
