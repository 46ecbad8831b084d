/**
 * Why a payment had this result: which bank, what the fraud rules decided, how often the bank was called, what it
 * responded.
 */
import type { ReactNode } from 'react'
import type { TraceEvent, TransactionDetail } from '../../../../sdk/src/generated/cards.ts'
import { Facts } from '../../parts/page.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage, useLocale } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { TEXTS } from './texts.ts'

interface DecisionProps {
  readonly payment: TransactionDetail
  readonly events: readonly TraceEvent[]
}

export const Decision = ({ payment, events }: DecisionProps): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const language = useLanguage()
  const check = events.find(({ source }) => source === 'FraudCheck')
  const decisionOf = ({ details, title }: TraceEvent): string => STATES[details.decision ?? '']?.[language] ?? title
  const calls = events.filter(({ source }) => source === 'ApiRequest')
  return (
    <Facts
      rows={[
        [
          words.whyBank,
          payment.connector_code &&
            [payment.connector_configuration_name, payment.connector_code].filter(Boolean).join(' · '),
        ],
        [words.rules, check && words.ruleDecision(decisionOf(check), check.details.score ?? '0')],
        [words.matched, check && (check.details.reasonCodes || check.subtitle || words.nothingMatched)],
        [words.tries, calls.length > 0 ? calls.length.toLocaleString(locale) : null],
        [words.bankSaid, payment.bank_response_code && <code key="b">{payment.bank_response_code}</code>],
        [
          words.error,
          payment.error_code && (
            <span key="e">
              <code>{payment.error_code}</code> {payment.error_message}
            </span>
          ),
        ],
      ]}
    />
  )
}
