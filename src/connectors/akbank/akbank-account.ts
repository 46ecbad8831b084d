/** Settings that Akbank requires of a configuration: merchant, terminal, the key that signs everything, the two addresses. */
import { createHmac } from 'node:crypto'
import { phrase } from '../../core/phrases/phrase.ts'
import type { Secret } from '../../core/secret.ts'
import type { Configuration } from '../attempt.ts'
import { formFaults, type RequiredSettings } from '../kit/settings.ts'
import type { ConfigurationFault } from '../port.ts'

/** Members of the interface: store_id = merchantSafeId, terminal_id = terminalSafeId, secret_key = secretKey. */
export interface AkbankAccount {
  readonly merchantSafeId: string
  readonly terminalSafeId: string
  readonly secretKey: Secret
}

export const AKBANK_SETTINGS: RequiredSettings = {
  gateway: 'Akbank',
  always: ['store_id', 'terminal_id', 'secret_key', 'api_endpoint_url'],
  with3d: ['three_d_secure_endpoint_url'],
}

const SAFE_ID = /^[0-9A-Z]{32}$/

export const akbankSettingFaults = ({ storeId, terminalId }: Configuration): readonly ConfigurationFault[] =>
  formFaults(
    ['store_id', storeId, SAFE_ID, phrase`must be 32 digits and capitals (merchantSafeId)`],
    ['terminal_id', terminalId, SAFE_ID, phrase`must be 32 digits and capitals (terminalSafeId)`],
  )

export const akbankAccount = (configuration: Configuration): AkbankAccount | undefined => {
  const { storeId, terminalId, secrets } = configuration
  return storeId && terminalId && secrets.secretKey && akbankSettingFaults(configuration).length === 0
    ? { merchantSafeId: storeId, terminalSafeId: terminalId, secretKey: secrets.secretKey }
    : undefined
}

/** Signs a whole request, or the values of a form without separators, as does the bank its callbacks. */
export const akbankHash = (signed: string | Buffer, secretKey: Secret): string =>
  secretKey.use((key) => createHmac('sha512', key).update(signed).digest('base64'))
