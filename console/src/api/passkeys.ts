/**
 * Passkeys in this browser: requested from the device, sent as JSON. Browsers support them on pages with a host name,
 * not with an IP address.
 */
import { callOwn } from './call.ts'

interface Native {
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions
  parseRequestOptionsFromJSON(options: unknown): PublicKeyCredentialRequestOptions
}
const native = (): Native | undefined => {
  const known = globalThis.PublicKeyCredential as unknown as Partial<Native> | undefined
  return known?.parseCreationOptionsFromJSON && known.parseRequestOptionsFromJSON ? (known as Native) : undefined
}

export const hasPasskeys = (origins: readonly string[]): boolean =>
  native() !== undefined && origins.includes(location.origin)

/** Returns a first guess, before the origins are known. */
export const mayHavePasskeys = (): boolean => native() !== undefined && !/^[\d.]+$|^\[/.test(location.hostname)

/** The person refused, or the device has none, so there is no error to show. */
export const isRefusedByPerson = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')

export const makePasskey = async (name: string): Promise<void> => {
  const options = await callOwn('POST', 'passkeys/options')
  const made = await navigator.credentials.create({ publicKey: native()!.parseCreationOptionsFromJSON(options) })
  await callOwn('POST', 'passkeys', { name, response: made })
}

/** Proves the identity of the person who is signed in. */
export const proveByPasskey = async (): Promise<void> => {
  const options = await callOwn('POST', 'step-up/passkey-options', undefined, { isPlain: true })
  const response = await navigator.credentials.get({ publicKey: native()!.parseRequestOptionsFromJSON(options) })
  await callOwn('POST', 'step-up/passkey', { response }, { isPlain: true })
}
