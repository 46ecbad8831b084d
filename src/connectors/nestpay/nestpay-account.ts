/** What NestPay needs of a configuration: API user, client number, store key, the two addresses. */
import type { Secret } from '../../core/secret.ts'
import type { Configuration, Fault } from '../attempt.ts'
import { NOT_CONFIGURED } from '../bank-codes.ts'
import type { SettingFault } from '../port.ts'
import { threeDModelOf } from '../wire/three-d-model.ts'

export interface NestpayAccount {
  readonly user: string
  readonly password: Secret
  /** The bank's number of the merchant. */
  readonly clientId: string
}

const REQUIRED = 'is required by NestPay'

/** Members of the interface: username = API user, password = its password, store_id = client number, secret_key = store key. */
export const nestpaySettingFaults = (configuration: Configuration): readonly SettingFault[] => {
  const { username, storeId, secrets, endpointUrl, threeDSecureEndpointUrl, settings } = configuration
  const faults: SettingFault[] = []
  const need = (field: string, value: unknown): void => {
    if (value === undefined || value === null || value === '') faults.push({ field, message: REQUIRED })
  }
  need('username', username)
  need('password', secrets.password)
  need('store_id', storeId)
  need('api_endpoint_url', endpointUrl)
  if (settings.supports_3d !== 'false') {
    need('secret_key', secrets.secretKey)
    need('three_d_secure_endpoint_url', threeDSecureEndpointUrl)
  }
  if (threeDModelOf(configuration) === undefined)
    faults.push({ field: 'extra_properties_dict.three_d_model', message: 'must be 3d_secure or 3d_pay' })
  return faults
}

export const nestpayAccount = ({ username, storeId, secrets }: Configuration): NestpayAccount | undefined =>
  username && storeId && secrets.password
    ? { user: username, password: secrets.password, clientId: storeId }
    : undefined

export const notConfigured: { kind: 'not_sent'; fault: Fault } = {
  kind: 'not_sent',
  fault: {
    providerCode: NOT_CONFIGURED,
    providerMessage: 'the configuration lacks credentials of the bank',
    isOurs: true,
  },
}
