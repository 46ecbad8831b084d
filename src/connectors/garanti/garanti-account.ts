/** Settings that Garanti requires of a configuration: terminal, merchant, two users with a password each, store key, the two addresses. */
import { phrase } from '../../core/phrases/phrase.ts'
import { Secret } from '../../core/secret.ts'
import type { Configuration } from '../attempt.ts'
import { formFaults, type RequiredSettings } from '../kit/settings.ts'
import type { ConfigurationFault } from '../port.ts'

export interface GarantiUser {
  readonly name: string
  readonly password: Secret
}
export interface GarantiAccount {
  readonly mode: 'TEST' | 'PROD'
  readonly terminalId: string
  readonly merchantId: string
  /** Sales, pre-authorizations, captures, inquiries. */
  readonly payer: GarantiUser
  /** Voids and refunds. */
  readonly refunder: GarantiUser
}

/**
 * Members of the interface: terminal_id, store_id = merchant number, username and password = the provision user (PROVAUT),
 * secret_key = store key, extra_credentials = {"refund_username": "PROVRFN", "refund_password": "..."}.
 */
export const GARANTI_SETTINGS: RequiredSettings = {
  gateway: 'Garanti',
  always: ['username', 'password', 'terminal_id', 'store_id', 'extra_credentials', 'api_endpoint_url'],
  with3d: ['secret_key', 'three_d_secure_endpoint_url'],
}

export const garantiSettingFaults = ({ terminalId, secrets }: Configuration): readonly ConfigurationFault[] => {
  const faults = formFaults(['terminal_id', terminalId, /^[0-9]{1,9}$/, phrase`must be up to nine digits`])
  if (secrets.extraCredentials && refunderOf(secrets.extraCredentials) === undefined)
    faults.push({ field: 'extra_credentials', message: phrase`must be JSON with refund_username and refund_password` })
  return faults
}

export const garantiAccount = (configuration: Configuration): GarantiAccount | undefined => {
  const { mode, username, terminalId, storeId, secrets } = configuration
  const refunder = secrets.extraCredentials && refunderOf(secrets.extraCredentials)
  if (!username || !terminalId || !storeId || !secrets.password || !refunder) return undefined
  const payer = { name: username, password: secrets.password }
  return { mode: mode === 'test' ? 'TEST' : 'PROD', terminalId, merchantId: storeId, payer, refunder }
}

const refunderOf = (credentials: Secret): GarantiUser | undefined =>
  credentials.use((text) => {
    try {
      const { refund_username: name, refund_password: password } = JSON.parse(text)
      if (typeof name !== 'string' || typeof password !== 'string' || name === '' || password === '') return undefined
      return { name, password: new Secret(password) }
    } catch {
      return undefined
    }
  })
