/** Settings that InterPOS requires of a configuration: shop, API user, the merchant's 3D password, the two addresses. */
import { phrase } from '../../core/phrases/phrase.ts'
import type { Secret } from '../../core/secret.ts'
import type { Configuration } from '../attempt.ts'
import { formFaults, type RequiredSettings } from '../kit/settings.ts'
import type { ConfigurationFault } from '../port.ts'

export interface InterposAccount {
  readonly shopCode: string
  readonly user: string
  readonly password: Secret
}

/** Members of the interface: username = UserCode, password = UserPass, store_id = ShopCode, secret_key = merchantPass. */
export const INTERPOS_SETTINGS: RequiredSettings = {
  gateway: 'InterPOS',
  always: ['username', 'password', 'store_id', 'api_endpoint_url'],
  with3d: ['secret_key', 'three_d_secure_endpoint_url'],
}

/** The hash of the form has no separators: digits keep its first value apart from the order id that follows. */
const SHOP_CODE = /^[0-9]{1,15}$/

const shopFaults = ({ storeId }: Configuration): readonly ConfigurationFault[] =>
  formFaults(['store_id', storeId, SHOP_CODE, phrase`must be up to 15 digits (ShopCode)`])

/** A challenge in another currency is refused, so a payment in it needs a configuration that has none. */
const currencyFaults = ({ settings }: Configuration): readonly ConfigurationFault[] => {
  const currencies = (settings.supported_currencies ?? 'TRY').split(',')
  if (settings.supports_3d === 'false' || currencies.every((each) => each.trim() === 'TRY')) return []
  const message = phrase`must be TRY unless supports_3d is false: 3D Secure of this bank is offered in TRY only`
  return [{ field: 'extra_properties_dict.supported_currencies', message }]
}

export const interposSettingFaults = (configuration: Configuration): readonly ConfigurationFault[] => [
  ...shopFaults(configuration),
  ...currencyFaults(configuration),
]

export const interposAccount = (configuration: Configuration): InterposAccount | undefined => {
  const { storeId, username, secrets } = configuration
  return storeId && username && secrets.password && shopFaults(configuration).length === 0
    ? { shopCode: storeId, user: username, password: secrets.password }
    : undefined
}
