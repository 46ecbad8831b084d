/** Settings that PosNet requires of a configuration: merchant, terminal, PosNet number, key, the two addresses. */
import { phrase } from '../../core/phrases/phrase.ts'
import type { Secret } from '../../core/secret.ts'
import type { Configuration } from '../attempt.ts'
import { formFaults, type RequiredSettings } from '../kit/settings.ts'
import type { ConfigurationFault } from '../port.ts'

export interface PosnetAccount {
  /** MERCHANT_ID. */
  readonly mid: string
  /** TERMINAL_ID. */
  readonly tid: string
  /** POSNET_ID, which only 3D Secure uses. */
  readonly posnetId: string
  /** ENCKEY, which only the MAC of 3D Secure uses: the bank knows its merchants by their address on the network. */
  readonly encKey: Secret
}

/** Members of the interface: store_id = MERCHANT_ID, terminal_id = TERMINAL_ID, username = POSNET_ID, secret_key = ENCKEY. */
export const POSNET_SETTINGS: RequiredSettings = {
  gateway: 'PosNet',
  always: ['username', 'terminal_id', 'store_id', 'secret_key', 'api_endpoint_url'],
  with3d: ['three_d_secure_endpoint_url'],
}

export const posnetSettingFaults = ({
  storeId,
  terminalId,
  username,
  secrets,
}: Configuration): readonly ConfigurationFault[] => {
  const faults = formFaults(
    ['store_id', storeId, /^[0-9]{10}$/, phrase`must be ten digits, which the bank calls MERCHANT_ID`],
    ['terminal_id', terminalId, /^[0-9A-Z]{8}$/, phrase`must be eight characters, which the bank calls TERMINAL_ID`],
    ['username', username, /^[0-9]{1,16}$/, phrase`must be up to 16 digits, which the bank calls POSNET_ID`],
  )
  if (secrets.secretKey?.use((key) => /[^\x21-\x7e]/.test(key)))
    faults.push({ field: 'secret_key', message: phrase`must hold no blanks and no Turkish letters` })
  return faults
}

export const posnetAccount = (configuration: Configuration): PosnetAccount | undefined => {
  const { storeId, terminalId, username, secrets } = configuration
  const isFaulty = posnetSettingFaults(configuration).length > 0
  return storeId && terminalId && username && secrets.secretKey && !isFaulty
    ? { mid: storeId, tid: terminalId, posnetId: username, encKey: secrets.secretKey }
    : undefined
}
