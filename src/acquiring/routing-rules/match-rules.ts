/** Which rules a payment matches, best first (docs/interface/cards.md#how-a-payment-finds-its-configuration, docs/interface/cards.md#score-and-fallback). Pure: rules, facts and settings in, rules out. */
import { AMOUNT_MAX } from '../../core/money.ts'
import type { CardBrandName, CardTypeName } from '../../core/schema.ts'
import type { RoutingRule, RoutingSettings, SimpleRule } from './routing-store.ts'

/** The facts of a payment; a rule on an unknown fact does not match. */
export interface RoutingFacts {
  /** The known first digits of the card number. */
  digits: string
  amount: number
  currency: string
  installment: number
  card_brand: CardBrandName | null
  card_type: CardTypeName | null
  issuerBankCode: string | null
}

export const matchingRules = <Rule extends RoutingRule>(
  rules: readonly Rule[],
  facts: RoutingFacts,
  settings: RoutingSettings,
): Rule[] => {
  const byScore = (one: Rule, other: Rule): number => compositeScore(other, settings) - compositeScore(one, settings)
  const byPriority = (one: Rule, other: Rule): number => one.priority - other.priority
  const [first, then] = settings.routing_mode === 'score' ? [byScore, byPriority] : [byPriority, byScore]
  return rules.filter((rule) => matches(rule, facts)).sort((one, other) => first(one, other) || then(one, other))
}

/** Ties keep their input order: lowest priority number first. */
export const matchingSimpleRules = <Rule extends SimpleRule>(rules: readonly Rule[], facts: RoutingFacts): Rule[] =>
  rules.filter((rule) => matchesSimply(rule, facts)).sort((one, other) => one.priority - other.priority)

const QUICK_MS = 1_000 // the score of an instant response

export const compositeScore = (rule: RoutingRule, settings: RoutingSettings): number => {
  const score =
    settings.weight_factor * rule.weight +
    settings.success_rate_factor * rule.success_rate +
    settings.response_time_factor * (QUICK_MS - rule.average_response_time_ms) +
    settings.cost_factor * rule.cost_score +
    criterionWeights(rule, settings)
  return Math.round(score * 1_000) / 1_000 // factors have three decimals; sums of binary fractions have more
}

/** Weights of the criteria the rule names. */
const criterionWeights = (rule: RoutingRule, settings: RoutingSettings): number =>
  (rule.card_bin === null ? 0 : settings.bin_weight) +
  (rule.min_amount === 0 && rule.max_amount === AMOUNT_MAX ? 0 : settings.amount_weight) +
  (rule.currency === null ? 0 : settings.currency_weight) +
  (rule.installment_count === null ? 0 : settings.installment_weight) +
  (rule.card_brand_filter === null ? 0 : settings.brand_weight) +
  (rule.card_type_filter === null ? 0 : settings.type_weight)

const matches = (rule: RoutingRule, facts: RoutingFacts): boolean =>
  matchesBin(rule, facts.digits) &&
  facts.amount >= rule.min_amount &&
  facts.amount <= rule.max_amount &&
  (rule.installment_count === null || rule.installment_count === facts.installment) &&
  matchesKind(rule, facts)

const matchesSimply = (rule: SimpleRule, facts: RoutingFacts): boolean =>
  facts.amount >= (rule.min_amount ?? 0) &&
  facts.amount <= (rule.max_amount ?? AMOUNT_MAX) &&
  (rule.has_installment === null || rule.has_installment === facts.installment > 1) &&
  (rule.bank_code === null || rule.bank_code === facts.issuerBankCode) &&
  matchesKind(rule, facts)

type Kind = Pick<RoutingRule, 'currency' | 'card_brand_filter' | 'card_type_filter'>
const matchesKind = (rule: Kind, facts: RoutingFacts): boolean =>
  (rule.currency === null || rule.currency === facts.currency) &&
  (rule.card_brand_filter === null || rule.card_brand_filter === facts.card_brand) &&
  (rule.card_type_filter === null || rule.card_type_filter === facts.card_type)

const matchesBin = (rule: RoutingRule, digits: string): boolean => {
  if (rule.card_bin === null) return true
  const bin = digits.slice(0, rule.card_bin.length)
  if (bin.length < rule.card_bin.length) return false
  return rule.card_bin_end === null ? bin === rule.card_bin : bin >= rule.card_bin && bin <= rule.card_bin_end
}
