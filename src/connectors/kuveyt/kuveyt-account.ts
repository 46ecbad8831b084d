/** Settings that Kuveyt Türk requires of a configuration: merchant, customer, API user, and its two addresses. */
import { createHash } from 'node:crypto'
import { phrase } from '../../core/phrases/phrase.ts'
import type { Secret } from '../../core/secret.ts'
import type { Configuration } from '../attempt.ts'
import { formFaults, type RequiredSettings } from '../kit/settings.ts'
import type { ConfigurationFault } from '../port.ts'
import { encodeText } from '../transport/charset.ts'

/** Members of the interface: store_id = MerchantId, terminal_id = CustomerId, username and password those of the API user. */
export interface KuveytAccount {
  readonly merchantId: string
  readonly customerId: string
  readonly user: string
  readonly password: Secret
}

export const KUVEYT_SETTINGS: RequiredSettings = {
  gateway: 'Kuveyt Türk',
  // Payments without 3D Secure have the same address as those with it.
  always: ['username', 'password', 'store_id', 'terminal_id', 'api_endpoint_url', 'three_d_secure_endpoint_url'],
  with3d: [],
}

const NUMBER = /^[0-9]{1,12}$/

export const kuveytSettingFaults = ({ storeId, terminalId }: Configuration): readonly ConfigurationFault[] =>
  formFaults(
    ['store_id', storeId, NUMBER, phrase`must be up to 12 digits (MerchantId)`],
    ['terminal_id', terminalId, NUMBER, phrase`must be up to 12 digits (CustomerId)`],
  )

export const kuveytAccount = (configuration: Configuration): KuveytAccount | undefined => {
  const { storeId, terminalId, username, secrets } = configuration
  return storeId && terminalId && username && secrets.password && kuveytSettingFaults(configuration).length === 0
    ? { merchantId: storeId, customerId: terminalId, user: username, password: secrets.password }
    : undefined
}

/** Values without separators, and the hash of the password after them, as bytes of Latin-5. The bank signs its callbacks by the same rule. */
export const kuveytHash = (values: string, password: Secret): string =>
  sha1(values + password.use((word) => sha1(word)))

const sha1 = (text: string): string => createHash('sha1').update(encodeText(text, 'iso-8859-9')).digest('base64')
