/** Finds the configurations a payment may go to, best first (docs/interface/cards.md#how-a-payment-finds-its-configuration). Pure: rules and configurations in, candidates out. */

import { takesCurrency } from '../../acquiring/configurations/takes-currency.ts'
import { matchingRules, matchingSimpleRules } from '../../acquiring/routing-rules/match-rules.ts'
import type { RoutingRule, RoutingSettings } from '../../acquiring/routing-rules/routing-store.ts'
import type { TenantBanks } from '../../acquiring/tenant-banks/tenant-banks.ts'
import type { Configuration } from '../../connectors/attempt.ts'
import { CARD_CURRENCIES } from '../../core/money.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { CardBrandName, CardTypeName } from '../../core/schema.ts'

export interface RouteFacts {
  cardNumber: string
  card_type: CardTypeName
  card_brand: CardBrandName | null
  amount: number
  currency: string
  installment: number
  issuerBankCode: string | null
  operation: 'sale' | 'pre_auth'
  /**
   * Set by extra_properties.connector_configuration_id: that configuration is used whatever routing says (sandbox
   * only).
   */
  wanted: string | undefined
}

export type Routing = Pick<TenantBanks, 'routingRules' | 'simpleRules' | 'routingSettings'>

/** One route of a payment: the target first, then its fallbacks. */
export interface Route {
  readonly candidates: [Configuration, ...Configuration[]]
  /** A rule with a daily limit, which is counted when the route is taken. */
  readonly limited?: { readonly id: string; readonly limit: number }
}

/**
 * Returns routes, best first; all but the last may have reached their limit for today. Configurations must be given
 * with the best priority first. Refuses with invalid_currency, connector_not_found, invalid_installment or
 * routing_no_match.
 */
export const chooseRoutes = (
  facts: RouteFacts,
  { routingRules, simpleRules, routingSettings }: Routing,
  configurations: readonly Configuration[],
): readonly [Route, ...Route[]] => {
  const active = filterForCurrency(facts.currency, configurations)
  if (facts.wanted !== undefined) return [{ candidates: [findRequestedConfiguration(facts.wanted, configurations)] }]
  const able = active.filter((each) => supportsOperation(each, facts.operation))
  const usable = able.filter((each) => facts.installment <= installmentsMax(each))
  const known = { ...facts, digits: facts.cardNumber }
  const rules = [
    ...matchingRules(routingRules, known, routingSettings),
    ...matchingSimpleRules(simpleRules, known).map((rule) => ({ ...rule, daily_transaction_limit: null })),
  ]
  const byRule = rules.flatMap((rule) => toRoute(rule, usable, routingSettings) ?? [])
  const [target] = usable
  const byPriority = target ? [{ candidates: fillCandidates([target], usable, routingSettings) }] : []
  const [first, ...others] = [...byRule, ...byPriority]
  if (first === undefined) throw able.length > 0 ? tooManyInstallments(facts.installment, able) : noRouteProblem()
  return [first, ...others]
}

/**
 * Returns the active configurations that take the currency, in their order. Refuses with invalid_currency if there are
 * none.
 */
export const filterForCurrency = (currency: string, configurations: readonly Configuration[]): Configuration[] => {
  const usable = CARD_CURRENCIES.includes(currency)
    ? configurations.filter((each) => each.isActive && takesCurrency(each, currency))
    : []
  if (usable.length > 0) return usable
  throw new Problem('invalid_currency', {
    detail: phrase`No usable connector configuration takes ${currency}. Known: ${CARD_CURRENCIES.join(', ')}.`,
  })
}

export const noRouteProblem = (): Problem =>
  new Problem('routing_no_match', {
    detail: phrase`No routing rule and no active connector configuration can take this amount, currency, card and operation.`,
  })

type AnyRule = Pick<
  RoutingRule,
  'id' | 'target_connector_config_id' | 'fallback_connector_config_id' | 'daily_transaction_limit'
>

/** Returns undefined if the rule's target cannot take the payment; then the next rule is tried. */
const toRoute = (rule: AnyRule, usable: readonly Configuration[], settings: RoutingSettings): Route | undefined => {
  const target = usable.find(({ id }) => id === rule.target_connector_config_id)
  if (target === undefined) return undefined
  const fallback = usable.find(({ id }) => id === rule.fallback_connector_config_id)
  const candidates = fillCandidates(fallback ? [target, fallback] : [target], usable, settings)
  const { id, daily_transaction_limit: limit } = rule
  return { candidates, ...(limit === null ? {} : { limited: { id, limit } }) }
}

/** Returns as many candidates as the settings allow and exist; without fallback only the target. */
const fillCandidates = (
  chosen: [Configuration, ...Configuration[]],
  usable: readonly Configuration[],
  { fallback_enabled, min_execution_candidates: least }: RoutingSettings,
): [Configuration, ...Configuration[]] => {
  const [target, ...others] = chosen
  if (!fallback_enabled) return [target]
  const more = usable.filter((each) => !chosen.includes(each)).slice(0, Math.max(0, least - chosen.length))
  return [target, ...others, ...more]
}

const findRequestedConfiguration = (id: string, configurations: readonly Configuration[]): Configuration => {
  const wanted = configurations.find((configuration) => configuration.id === id && configuration.isActive)
  if (wanted) return wanted
  throw new Problem('connector_not_found', {
    detail: phrase`The connector configuration that was asked for is no active one of this tenant.`,
  })
}

const supportsOperation = ({ settings }: Configuration, operation: RouteFacts['operation']): boolean =>
  operation !== 'pre_auth' || settings.supports_pre_auth !== 'false'

const installmentsMax = ({ settings }: Configuration): number => Number(settings.max_installments ?? 12)

const tooManyInstallments = (installment: number, able: readonly Configuration[]): Problem =>
  new Problem('invalid_installment', {
    detail: phrase`No connector configuration takes ${installment} installments; the most is ${Math.max(...able.map(installmentsMax))}.`,
  })
