/** Text of the monthly payment and the total: the months add up to the total, to the last digit. */
import { formatPrice, type Money, splitInstallments } from '../../core/money.ts'
import type { Language } from '../../core/phrases/texts.ts'
import { TEXTS } from './page-texts.ts'

export const installmentText = (language: Language, amount: Money, count: number): string => {
  const texts = TEXTS[language]
  if (count === 1) return texts.single
  const { first, each } = splitInstallments(amount, count)
  const written = (part: Money): string => formatPrice(part, language)
  return first.minor === each.minor
    ? texts.times(count, written(each), written(amount))
    : texts.timesUneven(count, written(first), written(each), written(amount))
}
