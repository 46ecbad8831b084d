/** Settings that PayFor requires of a configuration: institution, merchant, API user, the merchant's 3D password, the two addresses. */
import { phrase } from '../../core/phrases/phrase.ts'
import type { Secret } from '../../core/secret.ts'
import type { Configuration } from '../attempt.ts'
import type { RequiredSettings } from '../kit/settings.ts'
import type { ConfigurationFault } from '../port.ts'

export interface PayforAccount {
  /** MbrId: the bank, of those that share the gateway. */
  readonly institution: string
  readonly merchantId: string
  readonly user: string
  readonly password: Secret
  /** The configured address takes forms and answers in pairs; the other one of the gateway speaks XML. */
  readonly takesForms: boolean
}

/** Members of the interface: username = UserCode, password = UserPass, store_id = MerchantId, secret_key = MerchantPass. */
export const PAYFOR_SETTINGS: RequiredSettings = {
  gateway: 'PayFor',
  always: ['username', 'password', 'store_id', 'api_endpoint_url'],
  with3d: ['secret_key', 'three_d_secure_endpoint_url'],
}

const INSTITUTIONS: Readonly<Record<string, string>> = { ziraat_katilim_vpos: '12' }
const QNB = '5'
const INSTITUTION = /^[0-9]{1,3}$/

const institutionOf = ({ settings, connectorType }: Configuration): string =>
  settings.mbr_id ?? INSTITUTIONS[connectorType] ?? QNB

export const payforSettingFaults = (configuration: Configuration): readonly ConfigurationFault[] =>
  INSTITUTION.test(institutionOf(configuration))
    ? []
    : [{ field: 'extra_properties_dict.mbr_id', message: phrase`must be up to three digits` }]

export const payforAccount = (configuration: Configuration): PayforAccount | undefined => {
  const { username, storeId, secrets, endpointUrl } = configuration
  const institution = institutionOf(configuration)
  if (!username || !storeId || !secrets.password || !INSTITUTION.test(institution)) return undefined
  const takesForms = /\/default\.aspx$/i.test(endpointUrl ?? '')
  return { institution, merchantId: storeId, user: username, password: secrets.password, takesForms }
}
