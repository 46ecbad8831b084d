/** The fields of rules. */
import type { CreateRoutingRule, CreateSimpleRoutingRule } from '../../../../sdk/src/generated/cards.ts'
import type { Member, Options } from '../../parts/record/members.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { useTexts } from '../../texts/dictionary.ts'
import { useConfigurationOptions } from '../connectors/configuration-options.ts'
import { TEXTS } from './texts.ts'

export const useBrands = (): Options => {
  const words = useTexts(TEXTS)
  const names = ['Bonus', 'Axess', 'World', 'Maximum', 'Cardfinans', 'Paraf', 'Advantage', 'Bankkart']
  return [...names.map((each) => [each, each] as const), ['Other', words.Other]]
}

export const useCardTypes = (): Options => {
  const words = useTexts(TEXTS)
  return (['Credit', 'Debit', 'Prepaid'] as const).map((each) => [each, words[each]])
}

type Shared = Pick<
  CreateSimpleRoutingRule,
  | 'name'
  | 'priority'
  | 'currency'
  | 'card_brand_filter'
  | 'card_type_filter'
  | 'target_connector_config_id'
  | 'fallback_connector_config_id'
  | 'is_active'
>

const useShared = () => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const configurations = useConfigurationOptions()
  const first: readonly Member<Shared>[] = [
    { name: 'name', label: record.name, isRequired: true, maxLength: 100 },
    { name: 'priority', label: words.priority, kind: 'count', hint: words.priorityHint },
    {
      name: 'target_connector_config_id',
      label: words.target,
      kind: 'pick',
      isRequired: true,
      options: configurations,
    },
    { name: 'fallback_connector_config_id', label: words.fallback, kind: 'pick', options: configurations },
    { name: 'currency', label: record.currency, maxLength: 3 },
    { name: 'card_brand_filter', label: words.brand, kind: 'pick', options: useBrands() },
    { name: 'card_type_filter', label: words.type, kind: 'pick', options: useCardTypes() },
  ]
  const last: readonly Member<Shared>[] = [{ name: 'is_active', label: record.isActive, kind: 'yes' }]
  return { first, last }
}

/** A choice of three; the interface takes true, false or nothing. */
export interface SimpleTyped extends Omit<CreateSimpleRoutingRule, 'has_installment'> {
  readonly has_installment?: 'true' | 'false' | undefined
}

export const useSimpleMembers = (): readonly Member<SimpleTyped>[] => {
  const words = useTexts(TEXTS)
  const { first, last } = useShared()
  return [
    ...first,
    { name: 'bank_code', label: words.bankCode, maxLength: 20 },
    {
      name: 'has_installment',
      label: words.installments,
      kind: 'pick',
      options: [
        ['true', words.withInstallments],
        ['false', words.once],
      ],
    },
    { name: 'min_amount', label: words.minAmount, kind: 'amount' },
    { name: 'max_amount', label: words.maxAmount, kind: 'amount' },
    ...last,
  ]
}

export const useRuleMembers = (): readonly Member<CreateRoutingRule>[] => {
  const words = useTexts(TEXTS)
  const { first, last } = useShared()
  return [
    ...first,
    { name: 'min_amount', label: words.minAmount, kind: 'amount', isRequired: true },
    { name: 'max_amount', label: words.maxAmount, kind: 'amount', isRequired: true },
    { name: 'card_bin', label: words.bin, maxLength: 8 },
    { name: 'card_bin_end', label: words.binEnd, maxLength: 8 },
    { name: 'installment_count', label: words.installments, kind: 'count' },
    { name: 'weight', label: words.weight, kind: 'decimal' },
    { name: 'success_rate', label: words.successRate, kind: 'decimal' },
    { name: 'average_response_time_ms', label: words.responseTime, kind: 'count' },
    { name: 'cost_score', label: words.cost, kind: 'decimal' },
    { name: 'daily_transaction_limit', label: words.dailyLimit, kind: 'count' },
    ...last,
  ]
}
