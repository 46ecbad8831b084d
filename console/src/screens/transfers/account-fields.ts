/** The fields of a source account, and the banks and configurations to choose from. */
import type { WriteConnectorAccount } from '../../../../sdk/src/generated/transfers.ts'
import { useRead } from '../../api/data.ts'
import { getConnectoraccounts, getLookupsBanksOfIdentity } from '../../generated/operations.ts'
import type { Member, Options } from '../../parts/record/members.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { useTexts } from '../../texts/dictionary.ts'
import { useConfigurationOptions } from '../connectors/configuration-options.ts'
import { ACCOUNT_TEXTS, TEXTS } from './texts.ts'

const MANY = 100

export const useBankOptions = (): Options => {
  const banks = useRead(getLookupsBanksOfIdentity, { query: { page: 1, page_size: MANY } })
  return (banks.data?.items ?? []).map(({ id, name }) => [id, name])
}

export const useBoundAccounts = () => useRead(getConnectoraccounts, { query: { page: 1, page_size: MANY } })

/**
 * Returns the configurations of the card surface; for people who may not read them there, those that accounts are bound
 * to.
 */
export const useBankConfigurations = (): Options => {
  const listed = useConfigurationOptions()
  const bound = useBoundAccounts().data?.data.items ?? []
  const named = bound.map(
    ({ connector_configuration_id: id, connector_configuration_name: name, connector_code }) =>
      [id, [name, connector_code].filter(Boolean).join(' · ') || id] as const,
  )
  return [...new Map([...named, ...listed])]
}

export const useAccountMembers = (): readonly Member<WriteConnectorAccount>[] => {
  const words = useTexts(TEXTS)
  const own = useTexts(ACCOUNT_TEXTS)
  const record = useTexts(RECORD)
  const configurations = useBankConfigurations()
  const banks = useBankOptions()
  return [
    {
      name: 'connector_configuration_id',
      label: record.configuration,
      kind: 'pick',
      isRequired: true,
      options: configurations,
    },
    { name: 'bank_id', label: record.bank, kind: 'pick', isRequired: true, options: banks },
    { name: 'holder_name', label: own.holder, isRequired: true, maxLength: 100 },
    { name: 'iban', label: words.iban, maxLength: 42 },
    { name: 'account_number', label: own.accountNumber, maxLength: 34 },
    {
      name: 'currency',
      label: record.currency,
      kind: 'pick',
      isRequired: true,
      options: ['TRY', 'USD', 'EUR'].map((each) => [each, each]),
    },
    { name: 'description', label: record.description, maxLength: 200 },
    { name: 'extra_properties_dict', label: own.notes, kind: 'pairs', hint: own.notesHint },
    { name: 'is_active', label: record.isActive, kind: 'yes' },
  ]
}
