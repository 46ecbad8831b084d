/** New terms: for whom, from when, what the bank and the platform take, and when it is paid. */
import type { ReactNode } from 'react'
import type { CreateMerchantTerms } from '../../../../sdk/src/generated/cards.ts'
import { postSettlementsTerms } from '../../generated/operations.ts'
import { buildBody, listNames, type Member, Members } from '../../parts/record/members.tsx'
import { useMerchantOptions } from '../../parts/record/merchant-field.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { useConfigurationOptions } from '../connectors/configuration-options.ts'
import { TEXTS } from './texts.ts'

const PLANS = ['next_day', 'blocked_n', 'per_installment', 'weekly'] as const

/** Two rates as fields; rates by scheme or installment are set through the API. */
interface Typed extends Omit<CreateMerchantTerms, 'rates'> {
  readonly other_rate: number
  readonly credit_rate?: number
}

export const NewTerms = ({ onClose }: { onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const locale = useLocale()
  const members = useMembers()
  return (
    <WriteDialog
      operation={postSettlementsTerms}
      inputOf={(values) => {
        const { other_rate, credit_rate, ...rest } = buildBody<Typed>(members, values, locale)
        const credit = credit_rate === undefined ? [] : [{ card_type: 'Credit' as const, basis_points: credit_rate }]
        return { body: { ...rest, rates: [...credit, { basis_points: other_rate }] } }
      }}
      title={words.newTerms}
      hint={words.newTermsHint}
      submit={words.agree}
      fields={listNames(members)}
      said={record.saved}
      onClose={onClose}
    >
      <Members members={members} of={{ returns_commission: true }} />
    </WriteDialog>
  )
}

const useMembers = (): readonly Member<Typed>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const record = useTexts(RECORD)
  const hint = words.basisPointsHint
  return [
    { name: 'merchant_id', label: common.merchant, kind: 'pick', options: useMerchantOptions() },
    { name: 'connector_config_id', label: record.configuration, kind: 'pick', options: useConfigurationOptions() },
    { name: 'effective_from', label: words.from, kind: 'date', isRequired: true },
    { name: 'other_rate', label: words.otherRate, kind: 'count', isRequired: true, hint },
    { name: 'credit_rate', label: words.creditRate, kind: 'count' },
    {
      name: 'value_date_plan',
      label: words.plan,
      kind: 'pick',
      isRequired: true,
      options: PLANS.map((each) => [each, words[each]]),
    },
    { name: 'blocked_days', label: words.blockedDays, kind: 'count' },
    { name: 'payout_weekday', label: words.payoutWeekday, kind: 'count' },
    { name: 'platform_basis_points', label: words.platformPoints, kind: 'count' },
    { name: 'tax_basis_points', label: words.taxPoints, kind: 'count' },
    { name: 'reserve_basis_points', label: words.reservePoints, kind: 'count' },
    { name: 'reserve_days', label: words.reserveDays, kind: 'count' },
    { name: 'returns_commission', label: words.returnsCommission, kind: 'yes' },
    { name: 'notes', label: common.note, kind: 'long', maxLength: 1000 },
  ]
}
