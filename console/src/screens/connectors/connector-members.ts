/** The fields of a connector and of a configuration. */
import type {
  ConnectorType,
  CreateConnector,
  CreateConnectorConfiguration,
} from '../../../../sdk/src/generated/cards.ts'
import type { Member } from '../../parts/record/members.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { useTexts } from '../../texts/dictionary.ts'
import { useBankMembers } from './bank-members.ts'
import { useConnectorTypes } from './connector-types.ts'
import { TEXTS } from './texts.ts'

type ConnectorBody = Pick<CreateConnector, 'name' | 'type' | 'code' | 'is_active'>
export type ConfigurationBody = Omit<CreateConnectorConfiguration, 'connector_id'>

export const useConnectorMembers = (): readonly Member<ConnectorBody>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  return [
    { name: 'name', label: record.name, isRequired: true, maxLength: 100 },
    { name: 'type', label: words.type, kind: 'pick', isRequired: true, options: useConnectorTypes() },
    { name: 'code', label: record.code, maxLength: 50 },
    { name: 'is_active', label: record.isActive, kind: 'yes' },
  ]
}

/** Each with what the bank calls it. */
export const useConfigurationMembers = (type: ConnectorType, isNew: boolean): readonly Member<ConfigurationBody>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const atBank = useBankMembers(type)
  const hinted = (name: Parameters<typeof atBank>[0], ...further: string[]): { hint?: string } => {
    const hint = [atBank(name), ...further].filter((text) => text !== undefined).join(' · ')
    return hint === '' ? {} : { hint }
  }
  const sealed = isNew ? record.secret : record.keepsSecret
  return [
    { name: 'name', label: record.name, isRequired: true, maxLength: 100 },
    {
      name: 'mode',
      label: words.mode,
      kind: 'pick',
      isRequired: true,
      options: [
        ['test', words.test],
        ['production', words.production],
      ],
    },
    { name: 'bank_code', label: words.bankCode, maxLength: 20 },
    { name: 'priority', label: words.priority, kind: 'count' },
    { name: 'store_id', label: words.storeId, maxLength: 100, ...hinted('store_id') },
    { name: 'terminal_id', label: words.terminalId, maxLength: 100, ...hinted('terminal_id') },
    { name: 'username', label: words.username, maxLength: 100, ...hinted('username') },
    { name: 'password', label: words.password, kind: 'secret', ...hinted('password', sealed) },
    { name: 'secret_key', label: words.secretKey, kind: 'secret', ...hinted('secret_key', sealed) },
    { name: 'api_key', label: words.apiKey, kind: 'secret', ...hinted('api_key', sealed) },
    {
      name: 'extra_credentials',
      label: words.extraCredentials,
      kind: 'secret',
      ...hinted('extra_credentials', sealed),
    },
    { name: 'api_endpoint_url', label: words.apiUrl, ...hinted('api_endpoint_url', words.addressHint) },
    { name: 'three_d_secure_endpoint_url', label: words.threeDUrl, ...hinted('three_d_secure_endpoint_url') },
    {
      name: 'extra_properties_dict',
      label: words.extra,
      kind: 'pairs',
      ...hinted('extra_properties_dict', record.pairs),
    },
    { name: 'is_active', label: record.isActive, kind: 'yes' },
  ]
}
