/** Settings that NestPay requires of a configuration: API user, client number, store key, the two addresses. */
import type { Secret } from '../../core/secret.ts'
import type { Configuration } from '../attempt.ts'
import type { RequiredSettings } from '../kit/settings.ts'

export interface NestpayAccount {
  readonly user: string
  readonly password: Secret
  /** The bank's number of the merchant. */
  readonly clientId: string
}

/** Members of the interface: username = API user, password = its password, store_id = client number, secret_key = store key. */
export const NESTPAY_SETTINGS: RequiredSettings = {
  gateway: 'NestPay',
  always: ['username', 'password', 'store_id', 'api_endpoint_url'],
  with3d: ['secret_key', 'three_d_secure_endpoint_url'],
}

export const nestpayAccount = ({ username, storeId, secrets }: Configuration): NestpayAccount | undefined =>
  username && storeId && secrets.password
    ? { user: username, password: secrets.password, clientId: storeId }
    : undefined
