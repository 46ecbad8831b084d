/** The payments a rule applies to, in words. */
import type { RoutingRule, SimpleRoutingRule } from '../../../../sdk/src/generated/cards.ts'
import { amountText } from '../../format/money.ts'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { TEXTS } from './texts.ts'

/** A highest amount above this has no meaning. */
const NO_LIMIT = 1_000_000_000_00

export const useConditions = (): ((rule: RoutingRule | SimpleRoutingRule) => string) => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  return (rule) => {
    const currency = rule.currency ?? 'TRY'
    const text = (minor: number): string => `${amountText(minor, currency, locale)} ${currency}`
    const least = rule.min_amount || null
    const most = rule.max_amount !== null && rule.max_amount < NO_LIMIT ? rule.max_amount : null
    const amount =
      least !== null && most !== null
        ? words.between(text(least), text(most))
        : least !== null
          ? words.from(text(least))
          : most !== null
            ? words.upTo(text(most))
            : rule.currency
    const type = rule.card_type_filter && words[rule.card_type_filter]
    return (
      [rule.card_brand_filter, type, ...ownConditions(rule, words), amount].filter(Boolean).join(' · ') ||
      words.everything
    )
  }
}

const ownConditions = (
  rule: RoutingRule | SimpleRoutingRule,
  words: { readonly withInstallments: string; readonly once: string; readonly installments: string },
): (string | null)[] => {
  if ('has_installment' in rule) {
    const has = rule.has_installment
    return [rule.bank_code, has === null ? null : has ? words.withInstallments : words.once]
  }
  const bins = rule.card_bin && [rule.card_bin, rule.card_bin_end].filter(Boolean).join('–')
  return [bins, rule.installment_count === null ? null : `${words.installments} ${rule.installment_count}`]
}
