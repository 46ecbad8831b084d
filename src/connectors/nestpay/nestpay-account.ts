/** Settings that NestPay requires of a configuration: API user, client number, store key, the two addresses. */
import type { Secret } from '../../core/secret.ts'
import type { Configuration } from '../attempt.ts'
import type { ConfigurationFault } from '../port.ts'
import { missingSettings } from '../transport/not-configured.ts'
import { threeDModelFaults } from '../transport/three-d-model.ts'

export interface NestpayAccount {
  readonly user: string
  readonly password: Secret
  /** The bank's number of the merchant. */
  readonly clientId: string
}

/** Members of the interface: username = API user, password = its password, store_id = client number, secret_key = store key. */
export const nestpaySettingFaults = (configuration: Configuration): readonly ConfigurationFault[] => {
  const { username, storeId, secrets, endpointUrl, threeDSecureEndpointUrl, settings } = configuration
  const always = { username, password: secrets.password, store_id: storeId, api_endpoint_url: endpointUrl }
  const with3d = { secret_key: secrets.secretKey, three_d_secure_endpoint_url: threeDSecureEndpointUrl }
  return [
    ...missingSettings('NestPay', settings.supports_3d === 'false' ? always : { ...always, ...with3d }),
    ...threeDModelFaults(configuration),
  ]
}

export const nestpayAccount = ({ username, storeId, secrets }: Configuration): NestpayAccount | undefined =>
  username && storeId && secrets.password
    ? { user: username, password: secrets.password, clientId: storeId }
    : undefined
