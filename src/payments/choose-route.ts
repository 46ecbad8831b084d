/** Finds the configurations a payment may go to, best first (contract/cards 12.1). Pure: rules and configurations in, candidates out. */

import type { Configuration } from '../connectors/attempt.ts'
import type { RoutingRule } from '../connectors/routing-store.ts'
import { Problem } from '../core/problem.ts'
import type { CardBrandName, CardTypeName } from '../core/schema.ts'

export interface RouteFacts {
  cardNumber: string
  card_type: CardTypeName
  card_brand: CardBrandName | null
  amount: number
  currency: string
  installment: number
  operation: 'sale' | 'pre_auth'
  /** extra_properties.connector_configuration_id: that configuration takes it, whatever routing says (sandbox only). */
  wanted: string | undefined
}

const CURRENCIES = ['TRY', 'USD', 'EUR', 'GBP']

/** Rules and configurations come best priority first. Answers the target and, if there is one, its fallback. Refuses with invalid_currency, connector_not_found or routing_no_match. */
export const chooseRoute = (
  facts: RouteFacts,
  rules: readonly RoutingRule[],
  configurations: readonly Configuration[],
): [Configuration, ...Configuration[]] => {
  const active = configurations.filter((configuration) => configuration.isActive)
  if (!CURRENCIES.includes(facts.currency) || !active.some((each) => takesCurrency(each, facts.currency)))
    throw new Problem('invalid_currency', {
      detail: `No usable connector configuration takes ${facts.currency}. Known: ${CURRENCIES.join(', ')}.`,
    })
  if (facts.wanted !== undefined) return [wantedConfiguration(facts.wanted, configurations)]
  const usable = active.filter((each) => takesCurrency(each, facts.currency) && canDo(each, facts))
  const rule = rules
    .filter((each) => matches(each, facts))
    .find((each) => usable.some((one) => one.id === each.target_connector_config_id))
  const candidates = rule
    ? [rule.target_connector_config_id, rule.fallback_connector_config_id].flatMap(
        (id) => usable.find((one) => one.id === id) ?? [],
      )
    : usable.slice(0, 1)
  const [first, ...others] = candidates
  if (first === undefined)
    throw new Problem('routing_no_match', {
      detail:
        'No routing rule and no active connector configuration can take this amount, currency, card and operation.',
    })
  return [first, ...others]
}

const wantedConfiguration = (id: string, configurations: readonly Configuration[]): Configuration => {
  const wanted = configurations.find((configuration) => configuration.id === id && configuration.isActive)
  if (wanted) return wanted
  throw new Problem('connector_not_found', {
    detail: 'extra_properties.connector_configuration_id names no active connector configuration of this tenant.',
  })
}

const takesCurrency = (configuration: Configuration, currency: string): boolean =>
  (configuration.settings.supported_currencies ?? 'TRY').split(',').some((each) => each.trim() === currency)

const canDo = (configuration: Configuration, facts: RouteFacts): boolean =>
  facts.installment <= Number(configuration.settings.max_installments ?? 12) &&
  (facts.operation !== 'pre_auth' || configuration.settings.supports_pre_auth !== 'false')

const matches = (rule: RoutingRule, facts: RouteFacts): boolean =>
  matchesBin(rule, facts.cardNumber) &&
  facts.amount >= rule.min_amount &&
  facts.amount <= rule.max_amount &&
  (rule.currency === null || rule.currency === facts.currency) &&
  (rule.installment_count === null || rule.installment_count === facts.installment) &&
  (rule.card_brand_filter === null || rule.card_brand_filter === facts.card_brand) &&
  (rule.card_type_filter === null || rule.card_type_filter === facts.card_type)

const matchesBin = (rule: RoutingRule, cardNumber: string): boolean => {
  if (rule.card_bin === null) return true
  const bin = cardNumber.slice(0, rule.card_bin.length)
  return rule.card_bin_end === null ? bin === rule.card_bin : bin >= rule.card_bin && bin <= rule.card_bin_end
}
