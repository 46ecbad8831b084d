/** Verifies a device's signature with the library, and refuses responses from frames of other sites, which the library accepts. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { parseJson } from '../../core/json.ts'
import type { PasskeyRow } from './passkey-store.ts'
import type { RelyingParty } from './relying-party.ts'

/** Loaded when a person uses a passkey, so that a start does not need it. */
const library = () => import('@simplewebauthn/server')

type IsOurs = (challenge: string) => boolean

interface NewKey {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly isSynced: boolean
}

/** Returns null if it is no key for us, or nothing that a browser would send. */
export const verifyNewKey = async (party: RelyingParty, response: unknown, isOurs: IsOurs): Promise<NewKey | null> => {
  if (!isOfOwnPage(response)) return null
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: isOurs,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!verified?.verified) return null
  const { credential, credentialDeviceType } = verified.registrationInfo
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    isSynced: credentialDeviceType === 'multiDevice',
  }
}

/** Returns the counter that the device has reached; null if it was not signed by this key, for us, just now. */
export const verifyUse = async (
  party: RelyingParty,
  response: unknown,
  { key, isOurs }: { key: Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter'>; isOurs: IsOurs },
): Promise<number | null> => {
  if (!isOfOwnPage(response)) return null
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: isOurs,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: key.credentialId.toString('base64url'),
      publicKey: new Uint8Array(key.publicKey),
      counter: key.counter,
    },
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}

/** ES256, EdDSA, RS256: what devices have. */
export const ALGORITHMS = [-7, -8, -257]

const isOfOwnPage = (response: unknown): boolean => {
  const client = parseClientData(response)
  return client !== null && client.crossOrigin !== true && client.topOrigin === undefined
}

/** Returns null if the data is unreadable. */
export const parseClientData = (
  response: unknown,
): { challenge?: unknown; crossOrigin?: unknown; topOrigin?: unknown } | null => {
  const { clientDataJSON } = ((response as { response?: unknown } | null)?.response ?? {}) as {
    clientDataJSON?: unknown
  }
  if (typeof clientDataJSON !== 'string') return null
  try {
    const read = parseJson(Buffer.from(clientDataJSON, 'base64url'))
    return read !== null && typeof read === 'object' && !Array.isArray(read) ? read : null
  } catch {
    return null
  }
}
